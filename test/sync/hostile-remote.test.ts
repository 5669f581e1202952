import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import type { SyncPartId, SyncStatus } from '../../shared/workspaces/sync.ts';
import { startLinkedWorkspace, type LinkedWorkspace } from '../helpers/remote/start-linked-workspace.ts';
import { startStrictRemote, type RemoteOperation, type StrictRemote } from '../helpers/remote/strict-remote.ts';
import { upload } from '../helpers/service/upload.ts';

let remote: StrictRemote;
let linked: LinkedWorkspace;
beforeEach(async () => {
  remote = await startStrictRemote({ createId: (prefix, number) => `../${prefix}/<b>${number}` });
  linked = await startLinkedWorkspace({ ...remote, apiKey: remote.keys.admin });
  await linked.sync();
});
afterEach(async () => {
  await linked.stop();
  await remote.close();
});

const listErrors = ({ parts }: SyncStatus) =>
  parts.flatMap(({ name, error }) => (error === null ? [] : [[name, error] as const]));

const listRequests = async () => (await linked.app(appRoutes.listAgentRequestRecords, {})).data;
const submit = async () => {
  const json = { name: 'Collections', objective: 'Remind customers' };
  await linked.v1(v1Routes.submitAgentRequest, { json });
  await linked.waitUntil(listRequests, ([request]) => request?.pending === null);
};
const readRequest = async () => (await listRequests())[0];

test.each<[RemoteOperation, SyncPartId, string]>([
  ['getOrganization', 'organization', 'The remote sent no organization.'],
  ['listMembers', 'members', 'The remote sent no list of members.'],
  ['getUsage', 'usage', 'The remote sent no usage report.'],
  ['listInvoices', 'invoices', 'The remote sent no list of invoices.'],
])('garbage instead of %s is the reason of the part %s, and of no other', async (operation, part, error) => {
  remote.setFault(operation, { body: '"garbage"' });
  const status = await linked.sync();
  expect(listErrors(status)).toEqual([[part, error]]);
  expect(status).toMatchObject({ state: 'out_of_date', reason: error });
  remote.setFault(operation, null);
  expect(await linked.sync()).toMatchObject({ state: 'up_to_date' });
});

describe('a build request', () => {
  test.each([
    ['garbage', () => 7, 'The remote sent no build request.'],
    ['a status of another type', (body: object) => ({ ...body, status: 7 }), 'is not text.'],
    [
      'one of another organization',
      (body: object) => ({ ...body, org_id: 'org_theirs', status: 'delivered' }),
      'The remote sent a build request of another organization.',
    ],
    [
      'another one than was asked for',
      (body: object) => ({ ...body, request_id: 'req_9', status: 'delivered' }),
      'The remote sent a different build request from the one requested.',
    ],
  ] as const)('has the reason and keeps its state if the remote sends %s', async (_, change, error) => {
    await submit();
    remote.setFault('getAgentRequest', { change });
    const status = await linked.sync();
    const request = await readRequest();
    const reason = `1 build request could not be read. ${request?.remote?.error}`;
    expect(status).toMatchObject({ state: 'out_of_date', reason });
    expect(request).toMatchObject({ status: 'pending_review', remote: { id: '../req/<b>1' } });
    expect(request?.remote?.error).toContain(error);
    remote.setFault('getAgentRequest', null);
    expect(await linked.sync()).toMatchObject({ state: 'up_to_date' });
    expect((await readRequest())?.remote?.error).toBeNull();
  });

  test.each([
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
    ['12000-01-01T00:00:00Z', null],
  ])('can have the date %s', async (sent, shown) => {
    await submit();
    remote.setFault('getAgentRequest', { change: (body) => ({ ...body, estimated_uat_date: sent }) });
    expect(await linked.sync()).toMatchObject({ state: 'up_to_date' });
    expect(await readRequest()).toMatchObject({ estimated_uat_date: shown });
    expect(await linked.app(appRoutes.getOverview, {})).toBeDefined();
  });
});

test('members and invoices of another organization are left out', async () => {
  const [ada] = remote.state.members;
  remote.state.members = [
    { ...ada },
    { ...ada, user_id: 'u_theirs', email: 'theirs@example.com', org_id: 'org_theirs' },
  ];
  remote.state.invoices = [
    {
      invoice_id: 'theirs',
      org_id: 'org_theirs',
      amount_due_usd: 9,
      status: 'paid',
      issue_date: '2026-11-01',
      pdf_url: '',
    },
    { invoice_id: 'ours', amount_due_usd: 9, status: 'paid', issue_date: '9999-12-31', pdf_url: '' },
  ];
  const status = await linked.sync();
  expect(listErrors(status)).toEqual([
    ['members', '1 member in the remote’s list could not be read. The remote sent a member of another organization.'],
    [
      'invoices',
      '1 invoice in the remote’s list could not be read. The remote sent an invoice of another organization.',
    ],
  ]);
  expect(status.parts.filter(({ refreshed_at }) => refreshed_at === null)).toEqual([]);
  const { org_id } = await linked.app(appRoutes.getSession, {});
  const members = await linked.v1(v1Routes.listMembers, { params: { org_id: org_id ?? '' } });
  expect(members.data.map(({ email }) => email)).toEqual(['ada@example.com']);
  const { data, unusable } = await linked.app(appRoutes.listInvoiceRecords, {});
  expect(data.map(({ number, issue_date }) => [number, issue_date])).toEqual([['ours', '9999-12-31T00:00:00.000Z']]);
  expect(unusable).toEqual([{ number: 'theirs', error: 'The remote sent an invoice of another organization.' }]);
});

test('a key that is revoked pauses the sync, and keeps what was fetched and what waits', async () => {
  const before = remote.requests.length;
  remote.setFault('listMembers', () => {
    remote.state.keys.delete(remote.keys.admin);
    return {};
  });
  await linked.app(appRoutes.syncNow, {});
  const paused = await linked.waitForStatus(({ state }) => state === 'paused');
  expect(paused.reason).toBe('Invalid API key.');
  expect(remote.requests.length).toBeGreaterThan(before);
  await upload(linked.v1, 'Hours', 'From nine to five.');
  const { org_id } = await linked.app(appRoutes.getSession, {});
  expect((await linked.v1(v1Routes.listMembers, { params: { org_id: org_id ?? '' } })).data).toHaveLength(2);
  expect(await linked.v1(v1Routes.getUsage, {})).toMatchObject({ minutes_used: 320 });
  expect(await linked.waitForStatus(({ waiting }) => waiting === 1)).toMatchObject({ state: 'paused' });

  remote.setFault('listMembers', null);
  remote.state.keys.set('new-key', 'admin');
  await linked.app(appRoutes.updateConnection, { json: { api_key: 'new-key' } });
  await linked.waitForStatus(({ state, waiting }) => state === 'up_to_date' && waiting === 0);
  expect(remote.state.documents.size).toBe(1);
});

test('a remote whose clock is a day ahead is mirrored, and waited for by its own clock', async () => {
  const remoteNow = Date.now() + 24 * 60 * 60_000;
  const toDate = (ms: number) => new Date(ms).toUTCString();
  const headers = { Date: toDate(remoteNow) };
  for (const operation of ['getOrganization', 'listMembers', 'listInvoices'] as const)
    remote.setFault(operation, { headers });
  const period = {
    start: new Date(remoteNow - 60_000).toISOString(),
    end: new Date(remoteNow + 86_400_000).toISOString(),
  };
  remote.setFault('getUsage', { headers, change: (body) => ({ ...body, billing_period: period }) });
  remote.setFault('uploadDocument', (_, number) =>
    number === 1 ? { status: 429, headers: { ...headers, 'Retry-After': toDate(remoteNow + 1_000) } } : { headers },
  );
  await upload(linked.v1, 'Hours', 'From nine to five.');
  await linked.waitForDocuments(([document]) => document?.pending === null);
  expect(remote.countRequests('uploadDocument')).toBe(2);
  expect(listErrors(await linked.sync())).toEqual([]);
  const { usage, days } = await linked.app(appRoutes.getBillingOverview, {});
  expect(usage).toMatchObject({ minutes_used: 320, billing_period: period });
  expect(days.length).toBeLessThanOrEqual(3);
});
