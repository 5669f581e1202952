import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startService } from '../helpers/service/start-service.ts';
import { createTemporaryFolder } from '../helpers/service/temporary-folder.ts';

test('a start removes what an interrupted creation or removal left, and nothing else', async () => {
  const folder = await createTemporaryFolder();
  const root = join(folder.path, 'workspaces');
  const left = ['.new-wsp_1a', '.removed-wsp_2b'];
  const foreign = ['.git', '.new-folder', '.removed-photos'];
  for (const name of [...left, ...foreign]) mkdirSync(join(root, name), { recursive: true });
  writeFileSync(join(root, '.DS_Store'), '');
  const started = await startService({ dataDir: folder.path });
  await started.stop();
  for (const name of left) expect(existsSync(join(root, name)), name).toBe(false);
  for (const name of [...foreign, '.DS_Store']) expect(existsSync(join(root, name)), name).toBe(true);
  await folder.remove();
});

test('a start removes the unfinished files of a snapshot, which contain text of documents', async () => {
  const folder = await createTemporaryFolder();
  const dir = join(folder.path, 'workspaces', 'wsp_1a', 'snapshots');
  mkdirSync(dir, { recursive: true });
  const finished = '000001-1766000000000.db';
  for (const name of ['.copy.db', '.copy.db-wal', '.new.db', finished]) writeFileSync(join(dir, name), '');
  const started = await startService({ dataDir: folder.path });
  expect(readdirSync(dir)).toEqual([finished]);
  await started.stop();
  await folder.remove();
});
