import { appendFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { roles, type Role } from '../../shared/contract/roles.ts';
import { waitForCall } from '../helpers/service/wait-for-call.ts';
import { waitForDocument } from '../helpers/service/wait-for-document.ts';
import { startCallService, type CallService } from '../helpers/service/start-call-service.ts';
import { startServiceWithWorkspace } from '../helpers/service/start-service-with-workspace.ts';
import { startService, type StartedService } from '../helpers/service/start-service.ts';
import { upload, uploadAndWait } from '../helpers/service/upload.ts';
import { connectToWorkspace } from '../helpers/service/test-database.ts';

const read = ({ app }: StartedService) => app(appRoutes.getOverview, {});

const changeRole = ({ app }: StartedService, role: Role) => app(appRoutes.changeRole, { json: { role } });

let service: CallService;
let dir: string;

beforeAll(async () => {
  service = await startCallService();
  const { workspace } = await service.app(appRoutes.getSession, {});
  dir = join(service.dataDir, 'workspaces', workspace?.workspace_id ?? '');
});
afterAll(() => service.stop());

/** Changes the database directly. */
function tamper(sql: string): void {
  const db = connectToWorkspace(dir);
  db.execute(sql);
  db.close();
}

test('a workspace is empty until it has a document, call or build request', async () => {
  expect(await read(service)).toMatchObject({
    organization: { name: 'Call workspace', status: 'active' },
    is_empty: true,
    attention: [],
    cycle: { usage: { minutes_used: 0 }, forecast: null },
    processing: { total: 0, data: [] },
    calls: { running: 0, data: [] },
    requests: [],
  });
  await changeRole(service, 'viewer');
  expect(await read(service)).toMatchObject({ organization: null, is_empty: true, cycle: null, requests: null });
  await changeRole(service, 'admin');
});

test('includes documents while they are processed, and failed ones as needing attention', async () => {
  const documentId = await upload(service.v1, 'Ferry fares', 'A bicycle travels for two crowns.');
  const during = await read(service);
  expect(during).toMatchObject({ is_empty: false, processing: { total: 1, data: [{ title: 'Ferry fares' }] } });
  await waitForDocument(service.v1, documentId);
  expect((await read(service)).processing).toEqual({ total: 0, data: [] });
  const { document_id, error } = await uploadAndWait(service.v1, 'Empty sheet', ' \n \n ');
  expect((await read(service)).attention).toEqual([
    {
      kind: 'document_failed',
      count: 1,
      document_id,
      title: 'Empty sheet',
      detail: error?.detail,
      is_interrupted: false,
    },
  ]);
  await service.v1(v1Routes.deleteDocument, { params: { document_id } });
  expect((await read(service)).attention).toEqual([]);
});

test('includes the waveform of the latest calls, and lost recordings as needing attention', async () => {
  const silent = await service.placeSimulatedCall({ persona: 'no_answer' });
  await waitForCall(service.v1, silent);
  const callId = await service.placeSimulatedCall({ persona: 'wrong_person' });
  await waitForCall(service.v1, callId);
  const { calls, attention, cycle } = await read(service);
  expect(calls.data.map(({ call_id, status }) => [call_id, status])).toEqual([
    [callId, 'completed'],
    [silent, 'no_answer'],
  ]);
  const [waveform, none] = calls.data.map((call) => call.waveform);
  expect(none).toBeNull();
  expect(waveform).toHaveLength(2);
  for (const lane of waveform ?? []) {
    expect(lane.length).toBeLessThanOrEqual(48);
    expect(Math.max(...lane)).toBeGreaterThan(0.1);
    expect(Math.max(...lane)).toBeLessThanOrEqual(1);
  }
  expect(cycle?.usage?.minutes_used).toBe(1);
  expect(attention).toEqual([]);
  const file = join(dir, 'recordings', `${callId}.mp3`);
  appendFileSync(file, 'more');
  expect((await read(service)).attention).toMatchObject([
    { kind: 'recording_lost', call_id: callId, cause: 'damaged' },
  ]);
  rmSync(file);
  expect((await read(service)).attention).toMatchObject([
    { kind: 'recording_lost', call_id: callId, cause: 'missing' },
  ]);
});

test('counts running calls, and includes recently failed calls as needing attention', async () => {
  const callId = await service.placeSimulatedCall({ mode: 'practice', metadata: { name: 'Maren Holt' } });
  expect((await read(service)).calls.running).toBe(1);
  await service.v1(v1Routes.cancelCall, { params: { call_id: callId } });
  expect((await read(service)).calls.running).toBe(0);
  tamper(`UPDATE call SET status = 'failed', reason = 'No line.' WHERE call_id = '${callId}'`);
  expect((await read(service)).attention).toContainEqual(
    expect.objectContaining({
      kind: 'call_failed',
      call_id: callId,
      count: 1,
      recipient_name: 'Maren Holt',
      reason: 'No line.',
    }),
  );
  tamper(`UPDATE call SET created_at = created_at - 4 * 86400000 WHERE call_id = '${callId}'`);
  expect((await read(service)).attention.map(({ kind }) => kind)).not.toContain('call_failed');
});

test('includes open build requests with their history, and those in UAT as needing attention', async () => {
  const ask = async (name: string) => {
    const json = { name, objective: 'Remind customers of what is due' };
    return (await service.v1(v1Routes.submitAgentRequest, { json })).request_id;
  };
  const move = (request_id: string, to: 'in_development' | 'uat') =>
    service.app(appRoutes.moveAgentRequest, { params: { request_id }, json: { to } });
  const [first, rejected, last] = [await ask('First'), await ask('Rejected'), await ask('Last')];
  await service.app(appRoutes.moveAgentRequest, {
    params: { request_id: rejected },
    json: { to: 'rejected', reason: 'No.' },
  });
  await move(first, 'in_development');
  await move(first, 'uat');
  const { requests, request_changes, attention } = await read(service);
  expect(request_changes?.map(({ change }) => change)).toEqual([1, 1, 1, -1]);
  expect(requests?.map(({ request_id, events }) => [request_id, events.length])).toEqual([
    [last, 1],
    [first, 3],
  ]);
  expect(attention).toContainEqual(
    expect.objectContaining({ kind: 'request_uat', request_id: first, reason: 'in_uat' }),
  );
});

test('reports a broken end of the audit log, to admins only', async () => {
  const kinds = async () => (await read(service)).attention.map(({ kind }) => kind);
  expect(await kinds()).not.toContain('activity_tampered');
  tamper(`UPDATE activity SET hash = 'x' || substr(hash, 2) WHERE number = (SELECT max(number) FROM activity)`);
  expect(await kinds()).toContain('activity_tampered');
  await changeRole(service, 'manager');
  const found = await kinds();
  expect(found).not.toContain('activity_tampered');
  expect(found).toContain('request_uat');
  await changeRole(service, 'viewer');
  expect(await kinds()).toEqual(['recording_lost']);
  await changeRole(service, 'admin');
});

test('asks an admin about billing periods and invoices of a wrong clock, until they are answered', async () => {
  let now = Date.parse('2026-01-10T09:00:00.000Z');
  const wrong = await startServiceWithWorkspace({ now: () => now });
  const attention = async () => (await read(wrong)).attention;
  expect(await attention()).toEqual([]);
  now = Date.parse('2028-01-10T09:00:00.000Z');
  expect(await attention()).toEqual([{ kind: 'cycles_unconfirmed', count: 24 }]);
  await changeRole(wrong, 'manager');
  expect(await attention()).toEqual([]);
  await changeRole(wrong, 'admin');
  await wrong.app(appRoutes.confirmEndedCycles, {});
  expect(await attention()).toEqual([]);
  now = Date.parse('2026-01-11T09:00:00.000Z');
  expect(await attention()).toEqual([{ kind: 'invoices_in_future', count: 24 }]);
  await wrong.app(appRoutes.reverseFutureInvoices, {});
  expect(await attention()).toEqual([]);
  await wrong.stop();
});

test('reports a damaged section to the roles that can read it, and returns the other sections', async () => {
  const failures: object[] = [];
  const log = { error: (details: object) => void failures.push(details) };
  const damaged = await startService({ log });
  await damaged.app(appRoutes.createWorkspace, { json: { kind: 'demo' } });
  const before = await read(damaged);
  const damage = (...statements: readonly string[]) => {
    const [workspaceId = ''] = readdirSync(join(damaged.dataDir, 'workspaces'));
    const db = connectToWorkspace(join(damaged.dataDir, 'workspaces', workspaceId));
    for (const sql of statements) db.execute(sql);
    db.close();
  };
  const unreadable = async () => {
    const { attention } = await read(damaged);
    return attention.flatMap((found) => (found.kind === 'section_unreadable' ? [found.view] : []));
  };
  expect(await unreadable()).toEqual([]);
  damage(`UPDATE agent_request SET required_integrations = '['`);
  expect(await unreadable()).toEqual(['agents']);
  damage(`UPDATE agent_request SET required_integrations = '["telegraph"]'`);
  expect(await unreadable()).toEqual(['agents']);
  damage(`UPDATE call SET created_at = 9e18`, `UPDATE invoice SET amount_cents = -1 WHERE status = 'open'`);
  expect(await read(damaged)).toMatchObject({
    organization: before.organization,
    cycle: before.cycle,
    calls: { data: [] },
    requests: null,
  });
  expect(await unreadable()).toEqual(['calls', 'agents', 'billing']);
  expect(failures.length).toBeGreaterThan(4);
  await changeRole(damaged, 'viewer');
  expect(await unreadable()).toEqual(['calls']);
  await damaged.stop();
});

test('the demo has items that need attention for each role', async () => {
  const demo = await startService();
  await demo.app(appRoutes.createWorkspace, { json: { kind: 'demo' } });
  const kinds: Record<string, ReadonlySet<string>> = {};
  for (const role of roles) {
    await changeRole(demo, role);
    kinds[role] = new Set((await read(demo)).attention.map(({ kind }) => kind));
  }
  const [admin, manager, viewer] = roles.map((role) => [...(kinds[role] ?? [])]);
  expect(admin).toEqual(expect.arrayContaining(['invoice_open', 'request_uat', 'invite_pending']));
  expect(manager).toEqual(admin?.filter((kind) => !['invoice_open', 'invite_pending', 'usage'].includes(kind)));
  expect(viewer).toEqual(manager?.filter((kind) => kind !== 'request_uat'));
  await demo.stop();
});

test('counts what is new since the last visit, as far as the role may read it', async () => {
  const started = await startCallService();
  const readSince = async (since: string) => (await started.app(appRoutes.getOverview, { query: { since } })).changes;
  const before = new Date().toISOString();
  await started.placeSimulatedCall({ persona: 'no_answer' });
  await started.placeSimulatedCall({ mode: 'practice' });
  await upload(started.v1, 'Ferry fares', 'A bicycle travels for two crowns.');
  await started.v1(v1Routes.submitAgentRequest, { json: { objective: 'Remind passengers.' } });
  expect(await readSince(before)).toEqual({ calls: 1, documents: 1, requests: 1 });
  expect(await readSince(new Date(Date.now() + 60_000).toISOString())).toEqual({ calls: 0, documents: 0, requests: 0 });
  expect((await read(started)).changes).toBeNull();
  await changeRole(started, 'viewer');
  expect(await readSince(before)).toEqual({ calls: 1, documents: 1, requests: null });
  await started.stop();
});
