import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { lockDataFolder } from '../../service/platform/db/data-folder-lock.ts';

const contentName = 'content';

/**
 * Runs a task with an empty private folder, which is deleted afterwards. One task at a time uses `dir`; what a killed one left there is
 * deleted. Throws DataFolderError while another uses it.
 */
export async function withStageFolder<Result>(
  dir: string,
  run: (stageDir: string) => Promise<Result>,
): Promise<Result> {
  const lock = lockDataFolder(dir);
  const stageDir = join(dir, contentName);
  try {
    rmSync(stageDir, { recursive: true, force: true });
    mkdirSync(stageDir, { mode: 0o700 });
    return await run(stageDir);
  } finally {
    rmSync(stageDir, { recursive: true, force: true });
    lock.release();
  }
}
