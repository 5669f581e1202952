import { afterEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../../renderer/query-client.ts';
import { changeRole } from '../../../renderer/session/change-role.ts';
import { sessionQuery } from '../../../renderer/session/session-query.ts';

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

it('changes the role one time after the other, so that the last one holds', async () => {
  const asked: { readonly role: string; readonly answer: () => void }[] = [];
  vi.stubGlobal('fetch', (_url: string, { body }: { body: string }) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const { role } = JSON.parse(body) as { role: string }; // what changeRole sends
    const session = { version: '1', workspace: null, org_id: null, role };
    asked.push({ role, answer: () => resolve(Response.json(session)) });
    return promise;
  });
  const [, last] = [changeRole('viewer'), changeRole('manager')];
  await expect.poll(() => asked.length, { interval: 1 }).toBe(1);
  asked[0]?.answer();
  await expect.poll(() => asked.length, { interval: 1 }).toBe(2);
  asked[1]?.answer();
  await last;
  expect(asked.map(({ role }) => role)).toEqual(['viewer', 'manager']);
  expect(queryClient.getQueryData(sessionQuery.queryKey)?.role).toBe('manager');
});
