import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../../../renderer/data/query-client.ts';
import { setUpWorkspaceParts } from '../../../../renderer/data/session/workspace-parts.ts';
import { sessionQuery } from '../../../../renderer/data/session/session-query.ts';
import { openDemo, openWorkspace } from '../../../../renderer/features/workspaces/workspace-actions.ts';
import { setUpShownWorkspace } from '../../../../renderer/data/session/shown-workspace.ts';
import { openLiveEvents } from '../../../../renderer/shell/live/live-events.ts';

type SentRequest = {
  readonly route: string;
  readonly respond: (body: unknown) => void;
  readonly drop: () => void;
};

let requests: SentRequest[] = [];
let openEventStreams = new Set<object>();
let closeLiveEvents = () => {};

const sessionBody = (id: string) => ({
  version: '1',
  workspace: {
    workspace_id: id,
    name: id,
    kind: 'local',
    created_at: '2026-03-01T10:00:00.000Z',
    error: null as string | null,
    remote_host: null,
    is_readable: true,
    is_read_only: false,
  },
  org_id: 'org_1',
  role: 'admin',
  highest_role: 'admin',
  member: null,
  asks_for_member: false,
});

beforeEach(() => {
  requests = [];
  openEventStreams = new Set();
  vi.stubGlobal('location', { hash: '' });
  vi.stubGlobal('fetch', (url: string, { method, signal }: RequestInit) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    if (url === '/app/events') {
      openEventStreams.add(promise);
      signal?.addEventListener('abort', () => openEventStreams.delete(promise));
      return promise;
    }
    signal?.addEventListener('abort', () => reject(new DOMException('Canceled', 'AbortError')));
    requests.push({
      route: `${method} ${url}`,
      respond: (body) => resolve(Response.json(body)),
      drop: () => reject(new TypeError('unreachable')),
    });
    return promise;
  });
  queryClient.setQueryData(sessionQuery.queryKey, createSession('wsp_1'));
  closeLiveEvents = openLiveEvents(() => {});
});

afterEach(() => {
  setUpWorkspaceParts([]);
  closeLiveEvents();
  queryClient.clear();
  vi.unstubAllGlobals();
});

/** Returns a session as the cache of the window contains it. */
function createSession(id: string) {
  return sessionBody(id) as Awaited<ReturnType<NonNullable<(typeof sessionQuery)['queryFn']>>>; // has the same fields
}

const waitForRequests = (...routes: readonly string[]) =>
  expect.poll(() => requests.map(({ route }) => route), { interval: 1 }).toEqual(routes);

const openRoute = (id: string) => `POST /app/workspaces/${id}/open`;

it('opens workspaces one after the other, so that the last one stays open', async () => {
  const [, last] = [openWorkspace('wsp_2'), openWorkspace('wsp_3')];
  await waitForRequests(openRoute('wsp_2'));
  expect(openEventStreams.size, 'no events are received while the workspace changes').toBe(0);
  requests[0]?.respond(sessionBody('wsp_2').workspace);
  await waitForRequests(openRoute('wsp_2'), openRoute('wsp_3'));
  requests[1]?.respond(sessionBody('wsp_3').workspace);
  await last;
  expect(openEventStreams.size).toBe(1);
});

it('takes its own change for no other window’s, although it asked for the session just before', async () => {
  const discardData = vi.fn<() => void>();
  setUpShownWorkspace(discardData);
  void queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => {});
  await waitForRequests('GET /app/session');
  const done = openWorkspace('wsp_2');
  await waitForRequests('GET /app/session', openRoute('wsp_2'));
  requests[0]?.respond(sessionBody('wsp_1')); // of the previous workspace
  requests[1]?.respond(sessionBody('wsp_2').workspace);
  await done;
  const next = queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
  await waitForRequests('GET /app/session', openRoute('wsp_2'), 'GET /app/session');
  requests[2]?.respond(sessionBody('wsp_2'));
  await next;
  expect(discardData).not.toHaveBeenCalled();
});

it('shows a workspace that was opened although the response was lost', async () => {
  const done = openWorkspace('wsp_2');
  await waitForRequests(openRoute('wsp_2'));
  requests[0]?.drop();
  await waitForRequests(openRoute('wsp_2'), 'GET /app/session');
  requests[1]?.respond(sessionBody('wsp_2'));
  await done;
  expect(location.hash).toBe('#/overview');
  expect(openEventStreams.size).toBe(1);
});

it('keeps the workspace and resumes events if no other workspace was opened', async () => {
  const done = openWorkspace('wsp_2');
  await waitForRequests(openRoute('wsp_2'));
  requests[0]?.drop();
  await waitForRequests(openRoute('wsp_2'), 'GET /app/session');
  requests[1]?.respond(sessionBody('wsp_1'));
  await expect(done).rejects.toThrow(TypeError);
  expect(location.hash).toBe('');
  expect(openEventStreams.size).toBe(1);
});

it('creates no second demo before the list of workspaces has loaded', async () => {
  const done = openDemo();
  await waitForRequests('GET /app/workspaces');
  const demo = { ...sessionBody('wsp_9').workspace, kind: 'demo' };
  requests[0]?.respond({ data: [demo], current_id: 'wsp_1' });
  await waitForRequests('GET /app/workspaces', openRoute('wsp_9'));
  requests[1]?.respond(demo);
  await done;
});

it('pauses and saves the work of the features, and discards it with the previous workspace', async () => {
  const steps: string[] = [];
  const step = (name: string) => () => void steps.push(name);
  const flush = () => Promise.resolve(step('flush')());
  setUpWorkspaceParts([
    { name: 'one', workspace: { pause: step('pause'), resume: step('resume'), flush, discard: step('discard') } },
    { name: 'two' },
  ]);
  const done = openWorkspace('wsp_2');
  await waitForRequests(openRoute('wsp_2'));
  expect(steps).toEqual(['pause', 'flush']);
  requests[0]?.respond(sessionBody('wsp_2').workspace);
  await done;
  expect(steps).toEqual(['pause', 'flush', 'discard', 'resume']);
});
