import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { demoCalls } from '../../../electron/service/workspaces/demo/demo-calls.ts';
import { appRoutes } from '../../../shared/contract.ts';
import { chooseFuzzRuns } from '../../helpers/fuzz-runs.ts';
import { startService } from '../../helpers/start-service.ts';
import { createTemporaryFolder } from '../../helpers/temporary-folder.ts';

const program = fileURLToPath(new URL('../../helpers/crash-while-seeding.ts', import.meta.url));

/** The process is killed when it creates the n-th id with a prefix: from the first to the last record of the demo. */
const moments = [
  ['org', 1],
  ['note', 1],
  ['inv', 2],
  ['doc', 5],
  ['note', 3],
] as const;
const killed = moments.slice(0, chooseFuzzRuns({ perCommit: 3, long: moments.length }));

test('kill -9 while a demo is being created leaves no part of it', { timeout: 60_000 }, async () => {
  const folder = await createTemporaryFolder();
  const root = join(folder.path, 'workspaces');
  const copied: number[] = [];
  for (const [prefix, count] of killed) {
    const args = ['--disable-warning=ExperimentalWarning', program, folder.path, prefix, String(count)];
    expect(await once(spawn(process.execPath, args), 'exit')).toEqual([null, 'SIGKILL']);
    const [unfinished, ...others] = readdirSync(root);
    expect([unfinished?.startsWith('.new-wsp_'), others]).toEqual([true, []]);
    const files = readdirSync(join(root, unfinished ?? ''), { recursive: true }).map(String);
    copied.push(files.filter((file) => file.endsWith('.mp3')).length);
    const started = await startService({ dataDir: folder.path });
    expect((await started.app(appRoutes.listWorkspaces, {})).data).toEqual([]);
    expect(readdirSync(root)).toEqual([]);
    await started.stop();
  }
  // No recordings, some and all existed when the process was killed.
  const [none, some = 0, all] = copied;
  expect(none).toBe(0);
  expect(some).toBeGreaterThan(0);
  expect(some).toBeLessThan(all ?? 0);
  const started = await startService({ dataDir: folder.path });
  await started.app(appRoutes.createWorkspace, { json: { kind: 'demo' } });
  const { total } = await started.app(appRoutes.listCallRecords, {});
  expect(total).toBeGreaterThan(demoCalls.length);
  await started.stop();
  await folder.remove();
});
