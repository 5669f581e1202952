import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { invalidate } from '../../../renderer/data/invalidate.ts';
import { queryClient } from '../../../renderer/data/query-client.ts';

afterEach(() => queryClient.clear());

/** Creates an observed query whose responses the test controls. */
function createSlowList() {
  const responses: PromiseWithResolvers<string>[] = [];
  const observer = new QueryObserver(queryClient, {
    queryKey: ['list'],
    queryFn: () => {
      const response = Promise.withResolvers<string>();
      responses.push(response);
      return response.promise;
    },
  });
  const unsubscribe = observer.subscribe(() => {});
  return { responses, unsubscribe, readData: () => observer.getCurrentResult().data };
}

it('refetches a query whose first response was pending', async () => {
  const { responses, unsubscribe, readData } = createSlowList();
  const done = invalidate(['list']);
  expect(responses).toHaveLength(1);
  responses[0]?.resolve('old data');
  await expect.poll(() => responses.length, { interval: 1 }).toBe(2);
  responses[1]?.resolve('new data');
  await done;
  expect(readData()).toBe('new data');
  unsubscribe();
});

it('refetches once if no request was pending', async () => {
  const { responses, unsubscribe, readData } = createSlowList();
  responses[0]?.resolve('old data');
  await expect.poll(readData, { interval: 1 }).toBe('old data');
  const done = invalidate(['list']);
  responses[1]?.resolve('new data');
  await done;
  expect(responses).toHaveLength(2);
  expect(readData()).toBe('new data');
  unsubscribe();
});

it('marks a query that nothing shows yet as outdated after its first response', async () => {
  const response = Promise.withResolvers<string>();
  const first = queryClient.prefetchQuery({ queryKey: ['list'], queryFn: () => response.promise });
  const done = invalidate(['list']);
  response.resolve('old data');
  await Promise.all([first, done]);
  expect(queryClient.getQueryState(['list'])).toMatchObject({ data: 'old data', isInvalidated: true });
});
