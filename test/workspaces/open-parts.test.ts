import { expect, test } from 'vitest';
import { OpenParts } from '../../electron/service/workspaces/open-parts.ts';

/** Opens parts with these names. Those in `failing` fail to close. */
function openParts(names: readonly string[], failing: readonly string[] = []) {
  const parts = new OpenParts();
  const closed: string[] = [];
  for (const name of names)
    parts.add({
      close: async () => {
        await Promise.resolve();
        closed.push(name);
        if (failing.includes(name)) throw new Error(`${name} failed`);
      },
    });
  return { parts, closed };
}

test('closes the parts one after the other, the last one first', async () => {
  const { parts, closed } = openParts(['database', 'calls', 'maintenance', 'backups']);
  await parts.close();
  expect(closed).toEqual(['backups', 'maintenance', 'calls', 'database']);
});

test('returns a part that is added, and closes it with its own method', async () => {
  class Counter {
    count = 0;
    close(): void {
      this.count += 1;
    }
  }
  const parts = new OpenParts();
  const counter = parts.add(new Counter());
  await parts.close();
  expect(counter.count).toBe(1);
});

test('closes each part once, however often it is asked to', async () => {
  const { parts, closed } = openParts(['database', 'calls']);
  await Promise.all([parts.close(), parts.close()]);
  await parts.close();
  expect(closed).toEqual(['calls', 'database']);
});

test('a part that fails to close does not keep the others open, and its error is thrown', async () => {
  const { parts, closed } = openParts(['database', 'calls', 'backups'], ['calls']);
  await expect(parts.close()).rejects.toThrow('calls failed');
  expect(closed).toEqual(['backups', 'calls', 'database']);
});

test('several errors are thrown together', async () => {
  const { parts, closed } = openParts(['database', 'calls', 'backups'], ['calls', 'database']);
  const error = await parts.close().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(AggregateError);
  expect(error).toMatchObject({ errors: [{ message: 'calls failed' }, { message: 'database failed' }] });
  expect(closed).toEqual(['backups', 'calls', 'database']);
});

test('closes nothing if nothing was opened', async () => {
  await expect(new OpenParts().close()).resolves.toBeUndefined();
});
