import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generateId } from '../../../electron/service/platform/context.ts';
import { isFileMissing } from '../../../electron/service/platform/files/read-file-range.ts';
import { getStoredFilePath } from '../../../electron/service/platform/files/stored-file-path.ts';

test('a SHA-256 and an ID become paths', () => {
  const [sha256, id] = ['0f'.repeat(32), generateId('call')];
  expect(getStoredFilePath('/ws/files', sha256)).toBe(join('/ws/files', sha256));
  expect(getStoredFilePath('/ws/recordings', id, '.mp3')).toBe(join('/ws/recordings', `${id}.mp3`));
});

test.each([
  '',
  '.',
  '..',
  '../../secret',
  '/etc/passwd',
  'call_1/../../secret',
  '..\\..\\secret',
  'C:secret',
  'call_1\0',
  'call_1\n',
  'call_',
  `call_${'1'.repeat(65)}`,
  'A0'.repeat(32),
  '0f'.repeat(33),
  'con',
  'call_١',
])('%j becomes no path, and is like a missing file', (name) => {
  let thrown: unknown;
  try {
    getStoredFilePath('/ws/files', name);
  } catch (error) {
    thrown = error;
  }
  expect(isFileMissing(thrown)).toBe(true);
});
