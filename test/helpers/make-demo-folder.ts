// A program that creates two new data folders, `all` with the demo workspace, and `recorded` with a demo that has only the calls
// with a recording.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Conf from 'conf';
import { createIdCounter } from './id-counter.ts';
import { seedDemoWorkspace } from './seed-demo-workspace.ts';
import { startService } from './start-service.ts';

const folder = process.argv[2] ?? '';
rmSync(folder, { recursive: true, force: true });
await openDemo(join(folder, 'all'));
const recordedDir = join(folder, 'recorded');
const newId = createIdCounter();
seedDemoWorkspace(join(recordedDir, 'workspaces', createIdCounter()('wsp')), { newId, hasHistory: false }).close();
await openDemo(recordedDir);

/** Opens the demo of a data folder, which is created if there is none. */
async function openDemo(dataDir: string): Promise<void> {
  // The settings file of both hosts, so that the program opens the demo when it starts on a copy.
  const settings = new Conf({ cwd: dataDir, configName: 'settings' });
  const { service, stop } = await startService({ dataDir, settings, newId: createIdCounter() });
  await service.openServeWorkspace({ demo: true });
  await stop();
}
