import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../../renderer/data/query-client.ts';
import { preloadFirstView, prefetchFirstView } from '../../../renderer/shell/prefetch-first-view.ts';
import type { Workspace } from '../../../shared/workspaces/workspaces.ts';

let savedFrame: string | null = null;

beforeEach(() => {
  savedFrame = null;
  vi.stubGlobal('localStorage', { getItem: () => savedFrame });
});

afterEach(() => {
  vi.useRealTimers();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const workspace: Workspace = {
  workspace_id: 'wsp_1',
  name: 'Harbour',
  kind: 'local',
  created_at: '2026-11-04T09:00:00.000Z',
  remote_host: null,
  error: null,
  is_readable: true,
  is_read_only: false,
};

function createSession(openWorkspace: Workspace | null) {
  return {
    version: '1',
    workspace: openWorkspace,
    org_id: null,
    role: 'admin',
    highest_role: 'admin',
    member: null,
    asks_for_member: false,
  };
}

/** Prefetches at an address, and returns the requested paths. Only the request for the session is answered. */
async function listRequests(hash: string, openWorkspace: Workspace | null): Promise<readonly string[]> {
  const requests: string[] = [];
  vi.stubGlobal('location', { hash });
  vi.stubGlobal('fetch', (url: string) => {
    requests.push(url);
    return url === '/app/session'
      ? Promise.resolve(Response.json(createSession(openWorkspace)))
      : new Promise(() => {});
  });
  void prefetchFirstView();
  await expect.poll(() => queryClient.isFetching({ queryKey: ['session'] }), { interval: 1 }).toBe(0);
  return requests;
}

const overview = ['/app/overview', expect.stringMatching(/^\/v1\/follow-ups\?.*state=open/) as string];
const first = ['/app/session', '/app/settings', '/app/settings/issue', '/app/workspaces'];

it.each(['', '#/', '#/overview'])('requests the overview after the session at “%s”', async (hash) => {
  expect(await listRequests(hash, workspace)).toEqual([...first, ...overview]);
});

it('requests the overview beside the session if the window showed a workspace before', async () => {
  savedFrame = 'expanded';
  const [session, ...others] = first;
  expect(await listRequests('', workspace)).toEqual([session, ...overview, ...others]);
});

it('requests no overview for another view, or if no workspace is open', async () => {
  expect(await listRequests('', null)).toEqual(first);
  queryClient.clear();
  savedFrame = 'expanded';
  expect(await listRequests('#/calls', workspace)).toEqual(first);
});

it('waits for the overview, but no longer than a moment', async () => {
  const answers: ((response: Response) => void)[] = [];
  vi.stubGlobal('location', { hash: '' });
  await preloadFirstView(); // loading code takes real time
  vi.useFakeTimers();
  vi.stubGlobal('fetch', (url: string) =>
    url === '/app/session'
      ? Promise.resolve(Response.json(createSession(workspace)))
      : url.startsWith('/v1/follow-ups')
        ? Promise.resolve(Response.json({ data: [], next_cursor: null }))
        : new Promise<Response>((resolve) => url === '/app/overview' && answers.push(resolve)),
  );
  const hasWaited = vi.fn<() => void>();
  const answered = prefetchFirstView().then(hasWaited);
  await vi.advanceTimersByTimeAsync(20);
  expect(answers).toHaveLength(1);
  expect(hasWaited).not.toHaveBeenCalled();
  answers[0]?.(Response.json({}));
  await vi.advanceTimersByTimeAsync(20);
  expect(hasWaited).toHaveBeenCalledOnce();
  await answered;

  queryClient.clear();
  const unanswered = prefetchFirstView().then(hasWaited);
  await vi.advanceTimersByTimeAsync(99);
  expect(hasWaited).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(1);
  expect(hasWaited).toHaveBeenCalledTimes(2);
  await unanswered;
});
