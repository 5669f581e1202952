import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { v1Routes, appRoutes } from '../../shared/contract/contract.ts';
import { roles, type Role } from '../../shared/contract/roles.ts';
import { fillPath, type Route } from '../../shared/contract/route.ts';
import { dayMs } from '../../shared/text/duration.ts';
import { createTestApiKey, startServiceWithWorkspace } from '../helpers/service/start-service-with-workspace.ts';
import type { StartedService } from '../helpers/service/start-service.ts';

let started: StartedService;
let org_id: string;
let now: number;

beforeEach(async () => {
  now = Date.UTC(2026, 2, 1);
  started = await startServiceWithWorkspace({ now: () => now });
  org_id = (await started.app(appRoutes.getSession, {})).org_id ?? '';
});
afterEach(() => started.stop());

type Answer = { readonly status: number; readonly etag: string | null; readonly body: Record<string, unknown> };

/** Sends a request with a secret: an API key, or an invitation. */
async function send(
  secret: string,
  route: Route,
  { params = {}, json, headers = {} }: { params?: Record<string, string>; json?: object; headers?: object } = {},
): Promise<Answer> {
  const response = await started.send(`/v1${fillPath(route.path, { org_id, ...params })}`, {
    method: route.method.toUpperCase(),
    headers: { Authorization: `Bearer ${secret}`, ...(json && { 'Content-Type': 'application/json' }), ...headers },
    ...(json && { body: JSON.stringify(json) }),
  });
  return { status: response.status, etag: response.headers.get('ETag'), body: await response.json() };
}

const refuse = async (answer: Promise<Answer>) => {
  const { status, body } = await answer;
  return [status, body['code']];
};

const invite = (email: string, role: Role = 'viewer') =>
  started.v1(v1Routes.inviteMember, { params: { org_id }, json: { email, role } });

const accept = (secret: string | null, email: string) =>
  send(secret ?? '', v1Routes.acceptInvitation, { json: { email } });

/** Invites a person, who accepts. */
async function join(email: string, role: Role) {
  const { user_id, secret } = await invite(email, role);
  const { status, body } = await accept(secret, email);
  expect(status).toBe(201);
  return { user_id, email, key: String(body['secret']) };
}

const list = async () => (await started.v1(v1Routes.listMembers, { params: { org_id } })).data;
const change = (user_id: string, json: object) =>
  started.v1(v1Routes.updateMember, { params: { org_id, user_id }, json });
const remove = (user_id: string) => started.v1(v1Routes.removeMember, { params: { org_id, user_id } });
const listCalls = (key: string) => send(key, v1Routes.listCalls);

describe('an invitation', () => {
  test('gives the person an API key with the role, once', async () => {
    const { user_id, secret, ...invited } = await invite('Mei@Example.com', 'manager');
    expect(secret).toMatch(/^swi_[\w-]{43}$/);
    expect(invited).toEqual({
      email: 'Mei@Example.com',
      role: 'manager',
      status: 'pending_invite',
      expires_at: '2026-03-08T00:00:00.000Z',
    });
    const { status, body } = await accept(secret, 'mei@example.com');
    expect(status).toBe(201);
    expect(body).toEqual({
      user_id,
      email: 'Mei@Example.com',
      role: 'manager',
      org_id,
      organization: 'Harbour Office',
      key_id: expect.any(String),
      secret: expect.stringMatching(/^swb_[\w-]{43}$/),
    });
    const key = String(body['secret']);
    expect((await listCalls(key)).status).toBe(200);
    expect(await refuse(send(key, v1Routes.listApiKeys))).toEqual([403, 'forbidden']);
    expect(await list()).toEqual([{ user_id, email: 'Mei@Example.com', role: 'manager', status: 'active' }]);
    const [listed] = (await started.v1(v1Routes.listApiKeys, {})).data;
    expect(listed).toMatchObject({ name: 'Mei@Example.com', role: 'manager', user_id });
    const [accepted] = (await started.v1(v1Routes.listActivity, {})).data;
    expect(accepted).toMatchObject({
      summary: 'Accepted invitation of Mei@Example.com',
      actor_id: user_id,
      actor_name: 'Mei@Example.com',
    });
    expect(await refuse(accept(secret, 'mei@example.com'))).toEqual([409, 'invitation_accepted']);
    expect((await started.v1(v1Routes.listApiKeys, {})).data).toHaveLength(1);
  });

  test('is refused to another address, an unknown secret, and no secret', async () => {
    const { secret } = await invite('mei@example.com');
    expect(await refuse(accept(secret, 'joao@example.com'))).toEqual([403, 'invitation_other_address']);
    expect(await refuse(accept('swi_unknown', 'mei@example.com'))).toEqual([401, 'unauthorized']);
    expect(await refuse(accept('', 'mei@example.com'))).toEqual([401, 'unauthorized']);
    expect(await refuse(listCalls(secret ?? ''))).toEqual([401, 'unauthorized']);
    expect((await accept(secret, 'mei@example.com')).status).toBe(201);
  });

  test('expires after seven days', async () => {
    const { secret } = await invite('mei@example.com');
    now += 7 * dayMs;
    expect(await refuse(accept(secret, 'mei@example.com'))).toEqual([409, 'invitation_expired']);
    now -= 1;
    expect((await accept(secret, 'mei@example.com')).status).toBe(201);
  });

  test('ends with the removal of the person, with another role, and with a new one', async () => {
    const first = await invite('mei@example.com');
    await remove(first.user_id);
    expect(await refuse(accept(first.secret, 'mei@example.com'))).toEqual([409, 'invitation_withdrawn']);
    const second = await invite('MEI@example.com');
    expect(second.user_id).toBe(first.user_id);
    expect(await refuse(accept(first.secret, 'mei@example.com'))).toEqual([409, 'invitation_withdrawn']);
    await change(second.user_id, { role: 'admin' });
    expect(await refuse(accept(second.secret, 'mei@example.com'))).toEqual([409, 'invitation_withdrawn']);
    const params = { org_id, user_id: second.user_id };
    const third = await started.v1(v1Routes.renewInvitation, { params });
    const fourth = await started.v1(v1Routes.renewInvitation, { params });
    expect(await refuse(accept(third.secret, 'mei@example.com'))).toEqual([409, 'invitation_withdrawn']);
    expect(await accept(fourth.secret, 'mei@example.com')).toMatchObject({ status: 201, body: { role: 'admin' } });
    await expect(started.v1(v1Routes.renewInvitation, { params })).rejects.toMatchObject({ code: 'member_accepted' });
  });

  test('is not sent twice, and needs a valid address', async () => {
    const { user_id } = await invite('mei@example.com');
    await expect(invite('MEI@example.com')).rejects.toMatchObject({
      code: 'member_exists',
      message: 'mei@example.com is already invited. Renew the invitation instead.',
    });
    await expect(invite('mei@')).rejects.toMatchObject({ code: 'malformed', errors: [{ pointer: '/email' }] });
    await expect(invite(`${'x'.repeat(250)}@example.com`)).rejects.toMatchObject({ code: 'malformed' });
    expect(await list()).toMatchObject([{ user_id }]);
  });

  test('can be for a domain in any script, which is the same in ASCII, and for every sign of an address', async () => {
    const { secret } = await invite('mei@mu\u0308nchen.example');
    for (const email of ['mei@m\u00fcnchen\u3002example', 'Mei@XN--MNCHEN-3YA.example'])
      await expect(invite(email)).rejects.toMatchObject({ code: 'member_exists' });
    expect(await accept(secret, 'MEI@xn--mnchen-3ya.example')).toMatchObject({
      status: 201,
      body: { email: 'mei@m\u00fcnchen.example' },
    });
    await invite('mei@xn--e1afmkfd.xn--p1ai');
    await expect(invite('mei@ПРИМЕР.рф')).rejects.toMatchObject({ code: 'member_exists' });
    for (const email of ['mei+calls@例え.テスト', "o'neil/a=b!#$%&*?^`{|}~@example.com"]) await invite(email);
    const wrong = [
      '.mei@example.com',
      'mei@-example.com',
      'mei@127.0.0.1',
      'mei@example',
      `${'x'.repeat(65)}@example.com`,
    ];
    for (const email of wrong) await expect(invite(email)).rejects.toMatchObject({ code: 'malformed' });
  });

  test('is created once for an Idempotency-Key, without its secret in the replay; so is the API key', async () => {
    const { secret } = await createTestApiKey(started, 'admin');
    const once = { 'Idempotency-Key': 'once' };
    const post = () =>
      send(secret, v1Routes.inviteMember, { json: { email: 'mei@example.com', role: 'viewer' }, headers: once });
    const first = await post();
    expect(await post()).toMatchObject({ status: 201, body: { ...first.body, secret: null } });
    const invited = String(first.body['secret']);
    const acceptOnce = () =>
      send(invited, v1Routes.acceptInvitation, { json: { email: 'mei@example.com' }, headers: once });
    const accepted = await acceptOnce();
    expect(await acceptOnce()).toMatchObject({ status: 201, body: { ...accepted.body, secret: null } });
  });
});

describe('a member', () => {
  test('is managed by Admins only', async () => {
    const { user_id } = await join('mei@example.com', 'viewer');
    const requests: readonly (readonly [Route, object?])[] = [
      [v1Routes.listMembers],
      [v1Routes.getMember],
      [v1Routes.inviteMember, { email: 'new@example.com', role: 'viewer' }],
      [v1Routes.updateMember, { role: 'manager' }],
      [v1Routes.renewInvitation],
      [v1Routes.removeMember],
    ];
    for (const role of roles.toReversed()) {
      const { secret } = await createTestApiKey(started, role);
      for (const [route, json] of requests) {
        const { status, body } = await send(secret, route, { params: { user_id }, ...(json && { json }) });
        if (role !== 'admin') expect([route.id, status, body['code']]).toEqual([route.id, 403, 'forbidden']);
        else if (route.id !== 'renewInvitation') expect([route.id, status]).toEqual([route.id, route.status]);
      }
    }
    expect((await list()).map(({ email }) => email)).toEqual(['new@example.com']);
  });

  test('has the new role in the next request, also with an API key that is in use', async () => {
    const { user_id, key } = await join('mei@example.com', 'viewer');
    expect(await refuse(send(key, v1Routes.listMembers))).toEqual([403, 'forbidden']);
    await change(user_id, { role: 'admin' });
    expect((await send(key, v1Routes.listMembers)).status).toBe(200);
    await join('ada@example.com', 'admin');
    expect(await change(user_id, { role: 'manager' })).toMatchObject({ role: 'manager', status: 'active' });
    expect(await refuse(send(key, v1Routes.listMembers))).toEqual([403, 'forbidden']);
    const [entry] = (await started.v1(v1Routes.listActivity, { query: { operation: 'updateMember' } })).data;
    expect(entry?.summary).toBe('Changed member mei@example.com: role from Admin to Manager');
  });

  test('has no access while suspended, and none after the removal', async () => {
    const { user_id, key, email } = await join('mei@example.com', 'viewer');
    expect((await listCalls(key)).status).toBe(200);
    expect(await change(user_id, { status: 'suspended' })).toMatchObject({ status: 'suspended' });
    expect(await refuse(listCalls(key))).toEqual([401, 'unauthorized']);
    await change(user_id, { status: 'active' });
    expect((await listCalls(key)).status).toBe(200);
    await remove(user_id);
    expect(await refuse(listCalls(key))).toEqual([401, 'unauthorized']);
    await expect(change(user_id, { role: 'admin' })).rejects.toMatchObject({ code: 'member_not_found' });
    const again = await join(email, 'viewer');
    expect(again.user_id).toBe(user_id);
    expect(await refuse(listCalls(key))).toEqual([401, 'unauthorized']);
    expect((await listCalls(again.key)).status).toBe(200);
  });

  test('who has not accepted cannot be suspended', async () => {
    const { user_id } = await invite('mei@example.com');
    for (const status of ['active', 'suspended'])
      await expect(change(user_id, { status })).rejects.toMatchObject({ code: 'member_pending' });
  });

  test('is not changed with an old entity tag', async () => {
    const { user_id } = await join('mei@example.com', 'viewer');
    const { secret } = await createTestApiKey(started, 'admin');
    const params = { user_id };
    const etag = (await send(secret, v1Routes.getMember, { params })).etag ?? '';
    const headers = { 'If-Match': etag };
    const first = await send(secret, v1Routes.updateMember, { params, headers, json: { role: 'manager' } });
    expect(first.status).toBe(200);
    const late = send(secret, v1Routes.updateMember, { params, headers, json: { role: 'admin' } });
    expect(await refuse(late)).toEqual([412, 'precondition_failed']);
    expect(await refuse(send(secret, v1Routes.removeMember, { params, headers }))).toEqual([
      412,
      'precondition_failed',
    ]);
    const current = { 'If-Match': first.etag ?? '' };
    expect((await send(secret, v1Routes.removeMember, { params, headers: current })).status).toBe(200);
  });

  test('stays named by what the member wrote', async () => {
    const { user_id, key, email } = await join('mei@example.com', 'manager');
    const { criterion_id } = await started.v1(v1Routes.createCriterion, {
      json: { name: 'Polite', description: '', weight: 1, rule: null },
    });
    const agent = (await started.v1(v1Routes.listAgents, {})).data[0]?.agent_id ?? '';
    const call = await started.app(appRoutes.placeSimulatedCall, {
      json: { agent_id: agent, recipient_number: '+15550100', metadata: {}, mode: 'simulated', persona: 'no_answer' },
    });
    const params = { call_id: call.call_id };
    await send(key, v1Routes.createNote, { params, json: { at_seconds: 0, text: 'Call back' } });
    await send(key, v1Routes.updateCallReview, { params, json: { add_tags: ['billing'], assignee_id: user_id } });
    await send(key, v1Routes.scoreCriterion, { params: { ...params, criterion_id }, json: { answer: 'yes' } });
    await remove(user_id);
    const author = { id: user_id, name: email };
    expect((await started.v1(v1Routes.listNotes, { params })).data).toMatchObject([{ author }]);
    const details = await started.app(appRoutes.getCallDetails, { params });
    expect(details.assignee).toEqual({ user_id, email });
    expect(details.set_by).toMatchObject([{ by: author }, { by: author }]);
    const scorecard = await started.v1(v1Routes.getScorecard, { params });
    expect(scorecard.criteria[0]?.decision?.by).toEqual(author);
    const assign = started.v1(v1Routes.updateCallReview, { params, json: { assignee_id: user_id } });
    await expect(assign).rejects.toMatchObject({ code: 'assignee_unknown' });
  });
});

describe('the last active Admin', () => {
  test('cannot be demoted, suspended or removed', async () => {
    const { user_id } = await join('ada@example.com', 'admin');
    const mei = await join('mei@example.com', 'admin');
    await change(mei.user_id, { status: 'suspended' });
    await invite('joao@example.com', 'admin');
    const message = 'ada@example.com is the last active Admin. Make another member an Admin first.';
    for (const json of [{ role: 'viewer' }, { status: 'suspended' }])
      await expect(change(user_id, json)).rejects.toMatchObject({ code: 'last_admin', message });
    await expect(remove(user_id)).rejects.toMatchObject({ code: 'last_admin' });
    await change(mei.user_id, { status: 'active' });
    await remove(user_id);
    await expect(remove(mei.user_id)).rejects.toMatchObject({ code: 'last_admin' });
  });

  test('stays if two Admins demote each other at once', async () => {
    const ada = await join('ada@example.com', 'admin');
    const mei = await join('mei@example.com', 'admin');
    const json = { role: 'viewer' };
    const answers = await Promise.all([
      send(ada.key, v1Routes.updateMember, { params: { user_id: mei.user_id }, json }),
      send(mei.key, v1Routes.updateMember, { params: { user_id: ada.user_id }, json }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
    expect((await list()).filter(({ role }) => role === 'admin')).toHaveLength(1);
  });
});
