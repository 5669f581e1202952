// Creates the demo in a data folder and kills itself once its database exists and the given number of recordings was copied.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { databaseFile } from '../../../electron/service/platform/db/workspace-databases.ts';
import { startService } from '../service/start-service.ts';

const [dataDir = '', fatalCount] = process.argv.slice(2);
const root = join(dataDir, 'workspaces');

function watch(): void {
  const files = readdirSync(root, { recursive: true }).map(String);
  const recordings = files.filter((file) => file.endsWith('.mp3'));
  const hasDatabase = files.some((file) => file.endsWith(databaseFile));
  if (hasDatabase && recordings.length >= Number(fatalCount)) process.kill(process.pid, 'SIGKILL');
  setImmediate(watch);
}

const started = await startService({ dataDir });
watch();
await started.app(appRoutes.createWorkspace, { json: { kind: 'demo' } });
