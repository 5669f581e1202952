import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../../renderer/query-client.ts';
import { sessionQuery } from '../../../renderer/session/session-query.ts';
import { openDemo, openWorkspace } from '../../../renderer/workspaces/workspace-actions.ts';

type Asked = { readonly what: string; readonly answer: (body: unknown) => void; readonly lose: () => void };

let asked: Asked[] = [];
/** Those that hear events. */
let listeners = new Set<object>();

const sessionIn = (id: string) => ({
  version: '1',
  workspace: { workspace_id: id, name: id, kind: 'local', created_at: '2026-03-01T10:00:00.000Z', error: null },
  org_id: 'org_1',
  role: 'admin',
});

beforeEach(() => {
  asked = [];
  listeners = new Set();
  vi.stubGlobal('location', { hash: '' });
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      constructor() {
        super();
        listeners.add(this);
      }
      close() {
        listeners.delete(this);
      }
    },
  );
  vi.stubGlobal('fetch', (url: string, { method }: { method: string }) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    asked.push({
      what: `${method} ${url}`,
      answer: (body) => resolve(Response.json(body)),
      lose: () => reject(new TypeError('unreachable')),
    });
    return promise;
  });
  queryClient.setQueryData(sessionQuery.queryKey, parsed('wsp_1'));
});

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

/** A session as the window has it. */
function parsed(id: string) {
  return sessionIn(id) as Awaited<ReturnType<NonNullable<(typeof sessionQuery)['queryFn']>>>; // its fields are those
}

const untilAsked = (...what: readonly string[]) =>
  expect.poll(() => asked.map((one) => one.what), { interval: 1 }).toEqual(what);

const opening = (id: string) => `POST /app/workspaces/${id}/open`;

it('opens one workspace after the other, so that the one chosen last is open in the end', async () => {
  const [, last] = [openWorkspace('wsp_2'), openWorkspace('wsp_3')];
  await untilAsked(opening('wsp_2'));
  expect(listeners.size, 'nothing is heard of a workspace that is not shown yet').toBe(0);
  asked[0]?.answer(sessionIn('wsp_2').workspace);
  await untilAsked(opening('wsp_2'), opening('wsp_3'));
  asked[1]?.answer(sessionIn('wsp_3').workspace);
  await last;
  expect(listeners.size).toBe(1);
});

it('follows into a workspace that was opened although the answer was lost', async () => {
  const done = openWorkspace('wsp_2');
  await untilAsked(opening('wsp_2'));
  asked[0]?.lose();
  await untilAsked(opening('wsp_2'), 'GET /app/session');
  asked[1]?.answer(sessionIn('wsp_2'));
  await done;
  expect(location.hash).toBe('#/overview');
  expect(listeners.size).toBe(1);
});

it('stays, and hears events again, where no other one was opened', async () => {
  const done = openWorkspace('wsp_2');
  await untilAsked(opening('wsp_2'));
  asked[0]?.lose();
  await untilAsked(opening('wsp_2'), 'GET /app/session');
  asked[1]?.answer(sessionIn('wsp_1'));
  await expect(done).rejects.toThrow(TypeError);
  expect(location.hash).toBe('');
  expect(listeners.size).toBe(1);
});

it('makes no second demo where the list of workspaces has not been read yet', async () => {
  const done = openDemo();
  await untilAsked('GET /app/workspaces');
  const demo = { ...sessionIn('wsp_9').workspace, kind: 'demo' };
  asked[0]?.answer({ data: [demo], current_id: 'wsp_1' });
  await untilAsked('GET /app/workspaces', opening('wsp_9'));
  asked[1]?.answer(demo);
  await done;
});
