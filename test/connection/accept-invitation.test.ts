import { afterEach, beforeEach, expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { limits } from '../../shared/contract/limits.ts';
import type { RemoteInvitation } from '../../shared/workspaces/connection.ts';
import type { MemberInvitation } from '../../shared/organization/members.ts';
import { certificate, privateKey } from '../fixtures/certificates.ts';
import { findFilesWith } from '../helpers/desktop/record-secrets.ts';
import { startJsonRemote } from '../helpers/remote/start-json-remote.ts';
import { startStrictRemote } from '../helpers/remote/strict-remote.ts';
import { serveInProcess, type ServedService } from '../helpers/service/serve-in-process.ts';
import { startService, type StartedService } from '../helpers/service/start-service.ts';
import { startServiceWithWorkspace } from '../helpers/service/start-service-with-workspace.ts';
import { createMemorySecretStore, createTestKeychain } from '../helpers/service/test-keychain.ts';

const email = 'mei@harbour.example';

let now: number;
let remote: StartedService;
let served: ServedService;
let org_id: string;
let store: ReturnType<typeof createMemorySecretStore>;
let started: StartedService;

beforeEach(async () => {
  now = Date.UTC(2026, 2, 1);
  remote = await startServiceWithWorkspace({ now: () => now });
  served = await serveInProcess(remote);
  org_id = (await remote.app(appRoutes.getSession, {})).org_id ?? '';
  store = createMemorySecretStore();
  started = await startService({ keychain: createTestKeychain(store) });
});
afterEach(async () => {
  await started.stop();
  await served.close();
  await remote.stop();
});

const invite = () => remote.v1(v1Routes.inviteMember, { params: { org_id }, json: { email, role: 'manager' } });

type Changes = Partial<Pick<RemoteInvitation, 'email' | 'base_url' | 'secret' | 'certificate_sha256'>>;

function accept({ secret }: Pick<MemberInvitation, 'secret'>, changes: Changes = {}) {
  const json = { base_url: `${served.origin}/v1`, org_id, email, secret: secret ?? '', ...changes };
  return started.app(appRoutes.acceptRemoteInvitation, { json });
}

const refuse = (code: string, message: RegExp) =>
  expect.objectContaining({ code, message: expect.stringMatching(message) });

test('an accepted invitation opens a linked workspace whose window acts as the new member', async () => {
  const { secret: apiKey, ...accepted } = await accept(await invite());
  expect(accepted).toMatchObject({ email, role: 'manager', org_id });
  const { user_id, role } = accepted;
  const connection = { base_url: `${served.origin}/v1`, org_id, api_key: apiKey };
  const json = { kind: 'linked', name: 'Harbour', connection, member: { user_id, email, role } } as const;
  const { workspace_id } = await started.app(appRoutes.createWorkspace, { json });
  const session = await started.app(appRoutes.getSession, {});
  expect(session).toMatchObject({ role: 'manager', member: { email, role: 'manager' }, asks_for_member: false });
  expect(store.secrets.get(`${workspace_id}/remote-key`)).toBe(apiKey);
  await expect.poll(async () => (await started.app(appRoutes.getSession, {})).highest_role).toBe('manager');
  expect((await started.app(appRoutes.checkConnection, {})).role).toBe('manager');
  await started.service.close();
  expect(findFilesWith(started.dataDir, [apiKey])).toEqual([]);
});

test('the members that the remote lists replace the one of the invitation under the same ID', async () => {
  const { user_id } = await invite();
  const { secret: apiKey, role } = await accept(await renew(user_id));
  await remote.v1(v1Routes.updateMember, { params: { org_id, user_id }, json: { role: 'admin' } });
  const connection = { base_url: `${served.origin}/v1`, org_id, api_key: apiKey };
  await started.app(appRoutes.createWorkspace, {
    json: { kind: 'linked', name: 'Harbour', connection, member: { user_id, email, role } },
  });
  const before = (await started.app(appRoutes.getSession, {})).member?.user_id;
  await expect
    .poll(async () => (await started.app(appRoutes.getSession, {})).member)
    .toEqual({ user_id: before, email, role: 'admin' });
});

const renew = (user_id: string) => remote.v1(v1Routes.renewInvitation, { params: { org_id, user_id } });

test('an invitation that cannot be accepted says why in one sentence, and creates nothing', async () => {
  const invitation = await invite();
  const params = { org_id, user_id: invitation.user_id };
  await expect(accept(invitation, { email: 'joao@harbour.example' })).rejects.toEqual(
    refuse('invitation_other_address', /^This invitation is for another email address\.$/),
  );
  await expect(accept(invitation, { secret: 'swi_unknown' })).rejects.toEqual(
    refuse('remote_failed', /^The remote does not have this invitation\. Ask for a new one\.$/),
  );
  now += limits.invitationMs;
  await expect(accept(invitation)).rejects.toEqual(refuse('invitation_expired', /has expired/));
  const renewed = await renew(invitation.user_id);
  await expect(accept(invitation)).rejects.toEqual(refuse('invitation_withdrawn', /was withdrawn/));
  await accept(renewed);
  await expect(accept(renewed)).rejects.toEqual(refuse('invitation_accepted', /was already used/));
  await remote.v1(v1Routes.removeMember, { params });
  const again = await invite();
  await remote.v1(v1Routes.removeMember, { params });
  await expect(accept(again)).rejects.toEqual(refuse('invitation_withdrawn', /was withdrawn/));
  expect((await started.app(appRoutes.listWorkspaces, {})).data).toEqual([]);
  expect([...store.secrets.keys()]).toEqual([]);
});

test('nothing is sent to an address that cannot be used, or to which a workspace is linked', async () => {
  const invitation = await invite();
  await expect(accept(invitation, { base_url: 'ftp://voice.example' })).rejects.toMatchObject({
    code: 'connection_invalid',
    errors: [{ pointer: '/base_url' }],
  });
  await expect(accept(invitation, { base_url: 'http://voice.example/v1' })).rejects.toMatchObject({
    code: 'connection_invalid',
  });
  const { secret } = await remote.v1(v1Routes.createApiKey, { json: { name: 'Ada', role: 'admin' } });
  const connection = { base_url: `${served.origin}/v1`, org_id, api_key: secret ?? '' };
  await started.app(appRoutes.createWorkspace, { json: { kind: 'linked', name: 'Harbour', connection } });
  await expect(accept(invitation)).rejects.toEqual(refuse('already_linked', /“Harbour” is already linked/));
  await started.app(appRoutes.deleteWorkspace, {
    params: { workspace_id: (await started.app(appRoutes.listWorkspaces, {})).current_id ?? '' },
  });
  expect((await accept(invitation)).role).toBe('manager');
});

test('a remote that loses the answer, sends nothing useful or has no invitations is named', async () => {
  const invitation = await invite();
  served.dropNextAnswer();
  await expect(accept(invitation)).rejects.toEqual(refuse('remote_failed', /may have been accepted/));
  await expect(accept(invitation)).rejects.toEqual(refuse('invitation_accepted', /was already used/));
  const other = await startJsonRemote();
  const base_url = other.baseUrl;
  await expect(accept(invitation, { base_url })).rejects.toEqual(
    refuse('not_available_on_remote', /^This address does not accept invitations\./),
  );
  for (const answer of [{}, null, { ...invitation, secret: '' }, { secret: 'x'.repeat(limits.remoteKeyLength + 1) }]) {
    other.answers.set('POST /invitations/accept', answer);
    await expect(accept(invitation, { base_url })).rejects.toEqual(refuse('remote_failed', /sent no API key/));
  }
  await other.close();
});

test('nothing is sent to a remote with an untrusted certificate until the user trusts it', async () => {
  const secure = await startStrictRemote({ tls: { key: privateKey, cert: certificate } });
  const base_url = secure.baseUrl;
  const invitation = await invite();
  const detail = 'The certificate of 127.0.0.1 is self-signed.';
  await expect(accept(invitation, { base_url })).rejects.toMatchObject({
    code: 'remote_failed',
    message: detail,
    errors: [{ pointer: '/certificate_sha256', detail }],
  });
  const connection = { base_url, org_id, api_key: invitation.secret ?? '' };
  const check = await started.app(appRoutes.checkNewConnection, { json: connection });
  expect(secure.requests).toEqual([]);
  const certificate_sha256 = check.untrusted_certificate?.sha256 ?? '';
  await expect(accept(invitation, { base_url, certificate_sha256 })).rejects.toEqual(
    refuse('remote_failed', /^The remote does not have this invitation\./),
  );
  expect(secure.requests).toHaveLength(1);
  await secure.close();
});
