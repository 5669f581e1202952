import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { demoCalls } from '../../../electron/service/workspaces/demo/demo-calls.ts';
import { getRecordingPath } from '../../../electron/service/workspaces/demo/recorded-call.ts';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { chooseFuzzRuns } from '../../helpers/processes/fuzz-runs.ts';
import { startService } from '../../helpers/service/start-service.ts';
import { createTemporaryFolder } from '../../helpers/service/temporary-folder.ts';

const program = fileURLToPath(new URL('../../helpers/damage/crash-while-seeding.ts', import.meta.url));

const recorded = demoCalls.filter(({ callId }) => existsSync(getRecordingPath(callId))).length;

/** The process is killed when it has copied this many recordings. */
const moments = [0, recorded >> 1, recorded, 1, recorded - 1];
const killed = moments.slice(0, chooseFuzzRuns({ perCommit: 3, long: moments.length }));

test('kill -9 while a demo is being created leaves no part of it', { timeout: killed.length * 120_000 }, async () => {
  const folder = await createTemporaryFolder();
  const root = join(folder.path, 'workspaces');
  const copied: number[] = [];
  for (const count of killed) {
    const args = ['--disable-warning=ExperimentalWarning', program, folder.path, String(count)];
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
  // None or few, at least half, and all recordings existed when the process was killed.
  const [first = 0, some = 0, all] = copied;
  expect(first).toBeLessThan(recorded);
  expect(some).toBeGreaterThanOrEqual(recorded >> 1);
  expect(all).toBe(recorded);
  const started = await startService({ dataDir: folder.path });
  await started.app(appRoutes.createWorkspace, { json: { kind: 'demo' } });
  const { total } = await started.app(appRoutes.listCallRecords, {});
  expect(total).toBeGreaterThan(demoCalls.length);
  await started.stop();
  await folder.remove();
});
