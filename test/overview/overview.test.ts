import { appendFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract.ts';
import { roles, type Role } from '../../shared/roles.ts';
import { waitForCall } from '../helpers/wait-for-call.ts';
import { waitForDocument } from '../helpers/wait-for-document.ts';
import { startCallService, type CallService } from '../helpers/start-call-service.ts';
import { startService, type StartedService } from '../helpers/start-service.ts';
import { upload, uploadAndWait } from '../helpers/upload.ts';

const read = ({ app }: StartedService) => app(appRoutes.getOverview, {});

const become = ({ app }: StartedService, role: Role) => app(appRoutes.changeRole, { json: { role } });

let room: CallService;
let dir: string;

beforeAll(async () => {
  room = await startCallService();
  const { workspace } = await room.app(appRoutes.getSession, {});
  dir = join(room.dataDir, 'workspaces', workspace?.workspace_id ?? '');
});
afterAll(() => room.stop());

/** Changes what no operation of the service would. */
function tamper(sql: string): void {
  const db = new DatabaseSync(join(dir, 'workspace.db'));
  db.exec(sql);
  db.close();
}

test('a workspace is new until something has been uploaded, called or asked for', async () => {
  expect(await read(room)).toMatchObject({
    organization: { name: 'Call room', status: 'active' },
    is_empty: true,
    attention: [],
    cycle: { usage: { minutes_used: 0 }, forecast: null },
    reading: { total: 0, data: [] },
    calls: { running: 0, data: [] },
    requests: [],
  });
  await become(room, 'viewer');
  expect(await read(room)).toMatchObject({ organization: null, is_empty: true, cycle: null, requests: null });
  await become(room, 'admin');
});

test('documents are told while they are read, and those that could not be need attention', async () => {
  const documentId = await upload(room.v1, 'Ferry fares', 'A bicycle travels for two crowns.');
  const during = await read(room);
  expect(during).toMatchObject({ is_empty: false, reading: { total: 1, data: [{ title: 'Ferry fares' }] } });
  await waitForDocument(room.v1, documentId);
  expect((await read(room)).processing).toEqual({ total: 0, data: [] });
  const { document_id, error } = await uploadAndWait(room.v1, 'Empty sheet', ' \n \n ');
  expect((await read(room)).attention).toEqual([
    {
      kind: 'document_failed',
      count: 1,
      document_id,
      title: 'Empty sheet',
      detail: error?.detail,
      is_interrupted: false,
    },
  ]);
  await room.v1(v1Routes.deleteDocument, { params: { document_id } });
  expect((await read(room)).attention).toEqual([]);
});

test('the latest calls come with the shape of their sound, and a lost recording is told', async () => {
  const silent = await room.placeSimulatedCall({ persona: 'no_answer' });
  await waitForCall(room.v1, silent);
  const callId = await room.placeSimulatedCall({ persona: 'wrong_person' });
  await waitForCall(room.v1, callId);
  const { calls, attention, cycle } = await read(room);
  expect(calls.data.map(({ call_id, status }) => [call_id, status])).toEqual([
    [callId, 'completed'],
    [silent, 'no_answer'],
  ]);
  const [shape, none] = calls.data.map((call) => call.waveform);
  expect(none).toBeNull();
  expect(shape).toHaveLength(2);
  for (const lane of shape ?? []) {
    expect(lane.length).toBeLessThanOrEqual(48);
    expect(Math.max(...lane)).toBeGreaterThan(0.1);
    expect(Math.max(...lane)).toBeLessThanOrEqual(1);
  }
  expect(cycle?.usage.minutes_used).toBe(1);
  expect(attention).toEqual([]);
  const file = join(dir, 'recordings', `${callId}.mp3`);
  appendFileSync(file, 'more');
  expect((await read(room)).attention).toMatchObject([{ kind: 'recording_lost', call_id: callId, loss: 'damaged' }]);
  rmSync(file);
  expect((await read(room)).attention).toMatchObject([{ kind: 'recording_lost', call_id: callId, loss: 'missing' }]);
});

test('calls are counted while they run, and those that failed lately need attention', async () => {
  const callId = await room.placeSimulatedCall({ mode: 'practice' });
  expect((await read(room)).calls.running).toBe(1);
  await room.v1(v1Routes.cancelCall, { params: { call_id: callId } });
  expect((await read(room)).calls.running).toBe(0);
  tamper(`UPDATE call SET status = 'failed', reason = 'No line.' WHERE call_id = '${callId}'`);
  expect((await read(room)).attention).toContainEqual(
    expect.objectContaining({ kind: 'call_failed', call_id: callId, count: 1, reason: 'No line.' }),
  );
  tamper(`UPDATE call SET created_at = created_at - 4 * 86400000 WHERE call_id = '${callId}'`);
  expect((await read(room)).attention.map(({ kind }) => kind)).not.toContain('call_failed');
});

test('requests that are not over are told with their steps, those that can be tried as needing attention', async () => {
  const ask = async (name: string) => {
    const json = { name, objective: 'Remind customers of what is due' };
    return (await room.v1(v1Routes.submitAgentRequest, { json })).request_id;
  };
  const move = (request_id: string, to: 'in_development' | 'uat') =>
    room.app(appRoutes.moveAgentRequest, { params: { request_id }, json: { to } });
  const [first, rejected, last] = [await ask('First'), await ask('Rejected'), await ask('Last')];
  await room.app(appRoutes.moveAgentRequest, {
    params: { request_id: rejected },
    json: { to: 'rejected', reason: 'No.' },
  });
  await move(first, 'in_development');
  await move(first, 'uat');
  const { requests, attention } = await read(room);
  expect(requests?.map(({ request_id, events }) => [request_id, events.length])).toEqual([
    [last, 1],
    [first, 3],
  ]);
  expect(attention).toContainEqual(expect.objectContaining({ kind: 'request_uat', request_id: first, why: 'in_uat' }));
});

test('an end of the activity that is not as it was written is told, and only to who may read it', async () => {
  const kinds = async () => (await read(room)).attention.map(({ kind }) => kind);
  expect(await kinds()).not.toContain('activity_tampered');
  tamper(`UPDATE activity SET hash = 'x' || substr(hash, 2) WHERE number = (SELECT max(number) FROM activity)`);
  expect(await kinds()).toContain('activity_tampered');
  await become(room, 'manager');
  const found = await kinds();
  expect(found).not.toContain('activity_tampered');
  expect(found).toContain('request_uat');
  await become(room, 'viewer');
  expect(await kinds()).toEqual(['recording_lost']);
  await become(room, 'admin');
});

test('a part that is damaged is told, to who may read it, and takes no other with it', async () => {
  const failures: object[] = [];
  const log = { error: (details: object) => void failures.push(details) };
  const hurt = await startService({ log });
  await hurt.app(appRoutes.createWorkspace, { json: { kind: 'demo' } });
  const before = await read(hurt);
  const damage = (...statements: readonly string[]) => {
    const [workspaceId = ''] = readdirSync(join(hurt.dataDir, 'workspaces'));
    const db = new DatabaseSync(join(hurt.dataDir, 'workspaces', workspaceId, 'workspace.db'));
    for (const sql of statements) db.exec(sql);
    db.close();
  };
  const unreadable = async () => {
    const { attention } = await read(hurt);
    return attention.flatMap((found) => (found.kind === 'section_unreadable' ? [found.view] : []));
  };
  expect(await unreadable()).toEqual([]);
  damage(`UPDATE agent_request SET required_integrations = '['`);
  expect(await unreadable()).toEqual(['agents']);
  damage(`UPDATE agent_request SET required_integrations = '["telegraph"]'`);
  expect(await unreadable()).toEqual(['agents']);
  damage(`UPDATE call SET created_at = 9e18`, `UPDATE invoice SET amount_cents = -1 WHERE status = 'open'`);
  expect(await read(hurt)).toMatchObject({
    organization: before.organization,
    cycle: before.cycle,
    calls: { data: [] },
    requests: null,
  });
  expect(await unreadable()).toEqual(['calls', 'agents', 'billing']);
  expect(failures.length).toBeGreaterThan(4);
  await become(hurt, 'viewer');
  expect(await unreadable()).toEqual(['calls']);
  await hurt.stop();
});

test('the demo tells what its organization would look at, to each role what it may know', async () => {
  const demo = await startService();
  await demo.app(appRoutes.createWorkspace, { json: { kind: 'demo' } });
  const kinds: Record<string, ReadonlySet<string>> = {};
  for (const role of roles) {
    await become(demo, role);
    kinds[role] = new Set((await read(demo)).attention.map(({ kind }) => kind));
  }
  const [admin, manager, viewer] = roles.map((role) => [...(kinds[role] ?? [])]);
  expect(admin).toEqual(expect.arrayContaining(['invoice_open', 'request_uat', 'invite_pending']));
  expect(manager).toEqual(admin?.filter((kind) => !['invoice_open', 'invite_pending', 'usage'].includes(kind)));
  expect(viewer).toEqual(manager?.filter((kind) => kind !== 'request_uat'));
  await demo.stop();
});
