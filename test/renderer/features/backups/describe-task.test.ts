import { expect, test } from 'vitest';
import { describeTask } from '../../../../renderer/features/backups/describe-task.ts';

const megabyte = 1024 ** 2;

test('describes the step of a task, and its part of the whole', () => {
  const task = { kind: 'backup', subject: 'Harbour', done_bytes: megabyte, total_bytes: 4 * megabyte } as const;
  expect(describeTask({ ...task, step: 'writing' })).toEqual({
    title: 'Backing up “Harbour”',
    text: 'Writing the file: 1 MB of 4 MB',
    fraction: 1.25 / 3,
  });
  expect(describeTask({ ...task, step: 'verifying', total_bytes: 0 })).toMatchObject({
    text: 'Reading the file again to verify it…',
    fraction: null,
  });
  expect(describeTask({ ...task, kind: 'upload', subject: '', step: 'receiving' }).title).toBe('Copying the file');
});
