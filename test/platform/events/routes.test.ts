import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Role } from '../../../shared/contract/roles.ts';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { EventHub } from '../../../electron/service/platform/events/event-hub.ts';
import { addEventRoutes } from '../../../electron/service/platform/events/routes.ts';
import { findNoProxy } from '../../../electron/service/platform/network/find-proxies.ts';
import { createAuditLog } from '../../../electron/service/features/activity/create-audit-log.ts';
import type { Principal } from '../../../electron/service/platform/http/principal.ts';
import { createRouteTree } from '../../../electron/service/platform/http/route-tree.ts';
import { migrations } from '../../../electron/service/workspaces/migrations.ts';
import { createMemorySettings } from '../../helpers/service/memory-settings.ts';
import { createTestKeychain } from '../../helpers/service/test-keychain.ts';
import { createTestDatabases } from '../../helpers/service/test-database.ts';

class CountingHub extends EventHub {
  listeners = 0;

  override subscribe(...args: Parameters<EventHub['subscribe']>): () => void {
    this.listeners += 1;
    const stop = super.subscribe(...args);
    return () => {
      this.listeners -= 1;
      stop();
    };
  }
}

function serveEvents(role: Role = 'admin') {
  const hub = new CountingHub('run');
  const context = {
    dataDir: '',
    modelDir: '',
    version: '',
    settings: createMemorySettings(),
    log: { error: () => {} },
    now: Date.now,
    newId: (prefix: string) => `${prefix}_1`,
    randomBytes,
    passphraseWork: { windowLock: 10, backup: 10 },
    rateLimitPerMinute: 0,
    keychain: createTestKeychain(),
    findProxies: findNoProxy,
    readLog: () => '',
    migrations,
    databases: createTestDatabases(),
  };
  const principal = { keyId: 'window', orgId: 'org_1', role, memberId: null } as const;
  let user: Pick<Principal, 'role' | 'highestRole'> = principal;
  const auditLog = createAuditLog({ current: undefined });
  const guard = () => ({ principal, workspace: undefined, headers: {}, requireActiveKey: () => {} });
  const tree = createRouteTree('app', context, guard, auditLog);
  addEventRoutes(tree, appRoutes.streamAppEvents, hub, {
    closing: new AbortController().signal,
    getWindowClosing: () => new AbortController().signal,
    getWindowUser: () => user,
  });
  const ask = (method: string, headers: Readonly<Record<string, string>> = {}) =>
    tree.hono.fetch(new Request('http://service.test/app/events', { method, headers }), { caller: 'window' });
  return { hub, ask, setUser: (next: typeof user) => (user = next) };
}

test('a reader that disconnects is unsubscribed', async () => {
  const { hub, ask } = serveEvents();
  const { body } = await ask('GET');
  expect(hub.listeners).toBe(1);
  await body?.cancel();
  expect(hub.listeners).toBe(0);
});

test('HEAD returns the media type and does not subscribe', async () => {
  const { hub, ask } = serveEvents();
  const answer = await ask('HEAD');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('Content-Type')).toBe('text/event-stream; charset=utf-8');
  expect(hub.listeners).toBe(0);
});

/** Reads a stream until it contains a text. Returns its blocks. */
async function readBlocks(body: Response['body'], end: string): Promise<readonly string[]> {
  let text = '';
  for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece;
    if (text.includes(end)) break;
  }
  return text.split('\n\n').filter((block) => block !== '');
}

const findId = (block: string) => /^id: (.*)$/m.exec(block)?.[1];

test('a stream that breaks at any block resumes with the next event', async () => {
  const { hub, ask } = serveEvents();
  const last = 'run-4';
  const fresh = await ask('GET');
  for (const key_id of ['a', 'b', 'c', 'd']) hub.publish({ type: 'api_key.changed', key_id }, 'org_1');
  const [first = '', ...events] = await readBlocks(fresh.body, `id: ${last}\n`);
  expect([first, ...events].map(findId)).toEqual(['run-0', 'run-1', 'run-2', 'run-3', last]);
  let lastId = findId(first) ?? '';
  for (let received = 0; received < events.length; received += 1) {
    const { body } = await ask('GET', { 'Last-Event-ID': lastId });
    const [start = '', next = '', ...others] = await readBlocks(body, `id: ${last}\n`);
    // A client that received the first block only resumes at the same place.
    expect([start, next, ...others].map(findId)).toEqual([lastId, ...events.slice(received).map(findId)]);
    lastId = findId(next) ?? lastId;
  }
  expect(lastId).toBe(last);
  const { body } = await ask('GET', { 'Last-Event-ID': 'unknown: 7' });
  const [start = '', reset = ''] = await readBlocks(body, 'event: reset');
  expect([start, findId(reset)]).toEqual(['retry: 1000', last]);
});

test('a role receives no events with ids that it cannot read', async () => {
  const heardBy = async (role: Role) => {
    const { hub, ask } = serveEvents(role);
    const { body } = await ask('GET');
    hub.publish({ type: 'agent_request.changed', request_id: 'req_1' }, 'org_1');
    const notice = { type: 'usage_notice.raised', notice_id: 'notice_1' } as const;
    hub.publish(notice, 'org_1');
    hub.publish({ type: 'background.event', workspace_id: 'w', workspace_name: 'W', event: notice }, null);
    hub.publish({ type: 'saved_items.changed' }, 'org_1');
    let text = '';
    for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += piece;
      if (text.includes('saved_items.changed')) break;
    }
    return [...text.matchAll(/^event: (.*)$/gm)].map(([, type]) => type);
  };
  expect(await heardBy('admin')).toEqual([
    'agent_request.changed',
    'usage_notice.raised',
    'background.event',
    'saved_items.changed',
  ]);
  // An event of another workspace depends on the role there.
  expect(await heardBy('manager')).toEqual(['agent_request.changed', 'background.event', 'saved_items.changed']);
  expect(await heardBy('viewer')).toEqual(['background.event', 'saved_items.changed']);
});

test('the stream of a window follows the role of its user', async () => {
  const { hub, ask, setUser } = serveEvents('viewer');
  const { body } = await ask('GET');
  const publish = (request_id: string) => hub.publish({ type: 'agent_request.changed', request_id }, 'org_1');
  publish('as viewer');
  setUser({ role: 'admin' });
  publish('as admin');
  setUser({ role: 'viewer' });
  publish('as viewer again');
  const task = { kind: 'backup', subject: 'W', step: 'writing', done_bytes: 0, total_bytes: 0 } as const;
  hub.publish({ type: 'backup.progress', task }, null);
  // The API key of a remote does not limit what is done on this computer.
  setUser({ role: 'viewer', highestRole: 'viewer' });
  hub.publish({ type: 'backup.progress', task }, null);
  hub.publish({ type: 'settings.changed' }, null);
  const blocks = await readBlocks(body, 'settings.changed');
  expect(blocks.slice(1).map(findId)).toEqual(['run-2', 'run-5', 'run-6']);
});
