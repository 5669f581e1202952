// A program that creates two new data folders, `all` with the demo workspace, and `recorded` with a demo that has only the calls
// with a recording.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Conf from 'conf';
import type { DemoContent } from './demo-folder.ts';
import { createIdCounter } from '../clock/id-counter.ts';
import { seedDemoWorkspace } from './seed-demo-workspace.ts';
import { startService } from '../service/start-service.ts';

const folder = process.argv[2] ?? '';
rmSync(folder, { recursive: true, force: true });
await makeDemo('all', true);
await makeDemo('recorded', false);

/** Seeds the demo with the same ids in every run, and opens it. */
async function makeDemo(content: DemoContent, hasHistory: boolean): Promise<void> {
  const dataDir = join(folder, content);
  const newId = createIdCounter();
  seedDemoWorkspace(join(dataDir, 'workspaces', createIdCounter()('wsp')), { newId, hasHistory }).close();
  // The settings file of both hosts, so that the program opens the demo when it starts on a copy.
  const settings = new Conf({ cwd: dataDir, configName: 'settings' });
  const { service, stop } = await startService({ dataDir, settings, newId });
  await service.openServeWorkspace({ demo: true });
  await stop();
}
