import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RecordingStore } from '../../electron/service/features/recordings/recording-store.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';

let folder: TemporaryFolder;

beforeEach(async () => {
  folder = await createTemporaryFolder();
});
afterEach(() => folder.remove());

test('a value of the database that is not an ID is no recording: it is not served, written or removed', async () => {
  const outside = join(folder.path, 'secret.mp3');
  writeFileSync(outside, 'not ours');
  const recorded = { size_bytes: 8, sha256: createHash('sha256').update('not ours').digest('hex') };
  const recordings = new RecordingStore(folder.path);
  for (const callId of ['../secret', join(folder.path, 'secret'), '..\\secret', 'call_1/../../secret']) {
    await recordings.remove(callId);
    await expect(recordings.verify(callId, recorded)).rejects.toMatchObject({ code: 'recording_missing' });
    await expect(recordings.read(callId, 0, 7)).rejects.toMatchObject({ code: 'recording_missing' });
    expect(await recordings.checkFile(callId, recorded)).toBe('missing');
    expect(() => recordings.prepareWritePath(callId)).toThrow('not the name of a file');
  }
  expect(readFileSync(outside, 'utf8')).toBe('not ours');
});
