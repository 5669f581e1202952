import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { invalidate } from '../../../renderer/live/invalidate.ts';
import { queryClient } from '../../../renderer/query-client.ts';

afterEach(() => queryClient.clear());

/** A list that somebody looks at, whose answers come when the test gives them. */
function slowList() {
  const asked: PromiseWithResolvers<string>[] = [];
  const observer = new QueryObserver(queryClient, {
    queryKey: ['list'],
    queryFn: () => {
      const answer = Promise.withResolvers<string>();
      asked.push(answer);
      return answer.promise;
    },
  });
  const leave = observer.subscribe(() => {});
  return { asked, leave, shown: () => observer.getCurrentResult().data };
}

it('asks once more where the first answer was on its way when something happened', async () => {
  const { asked, leave, shown } = slowList();
  const done = invalidate(['list']);
  expect(asked).toHaveLength(1);
  asked[0]?.resolve('as it was before');
  await expect.poll(() => asked.length, { interval: 1 }).toBe(2);
  asked[1]?.resolve('as it is now');
  await done;
  expect(shown()).toBe('as it is now');
  leave();
});

it('asks once where nothing was on its way', async () => {
  const { asked, leave, shown } = slowList();
  asked[0]?.resolve('as it was before');
  await expect.poll(shown, { interval: 1 }).toBe('as it was before');
  const done = invalidate(['list']);
  asked[1]?.resolve('as it is now');
  await done;
  expect(asked).toHaveLength(2);
  expect(shown()).toBe('as it is now');
  leave();
});
