import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startService } from '../helpers/start-service.ts';
import { createTemporaryFolder } from '../helpers/temporary-folder.ts';

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
