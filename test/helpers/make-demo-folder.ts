// A program that creates the demo workspace in a new data folder and ends when all its documents are active.
import { rmSync } from 'node:fs';
import Conf from 'conf';
import { createIdCounter } from './id-counter.ts';
import { startService } from './start-service.ts';

const dataDir = process.argv[2] ?? '';
rmSync(dataDir, { recursive: true, force: true });
// The settings file of both hosts, so that the program opens the demo when it starts on a copy.
const settings = new Conf({ cwd: dataDir, configName: 'settings' });
const { service, stop } = await startService({ dataDir, settings, newId: createIdCounter() });
await service.openServeWorkspace({ demo: true });
await stop();
