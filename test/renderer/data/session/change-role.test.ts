import { afterEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../../../renderer/data/query-client.ts';
import { changeRole } from '../../../../renderer/data/session/change-role.ts';
import { sessionQuery } from '../../../../renderer/data/session/session-query.ts';

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

it('changes roles one after the other, so that the last one applies', async () => {
  const requests: { readonly role: string; readonly respond: () => void }[] = [];
  vi.stubGlobal('fetch', (_url: string, { body }: { body: string }) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const { role } = JSON.parse(body) as { role: string }; // what changeRole sends
    const session = {
      version: '1',
      workspace: null,
      org_id: null,
      role,
      highest_role: 'admin',
      member: null,
      asks_for_member: false,
    };
    requests.push({ role, respond: () => resolve(Response.json(session)) });
    return promise;
  });
  const [, last] = [changeRole('viewer'), changeRole('manager')];
  await expect.poll(() => requests.length, { interval: 1 }).toBe(1);
  requests[0]?.respond();
  await expect.poll(() => requests.length, { interval: 1 }).toBe(2);
  requests[1]?.respond();
  await last;
  expect(requests.map(({ role }) => role)).toEqual(['viewer', 'manager']);
  expect(queryClient.getQueryData(sessionQuery.queryKey)?.role).toBe('manager');
});
