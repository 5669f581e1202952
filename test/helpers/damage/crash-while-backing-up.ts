// Backs up the demo in a data folder, and kills itself in the given step: when the file is being written, or has its name.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import Conf from 'conf';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { startService } from '../service/start-service.ts';
import { openEventStream } from '../service/subscribe-to-events.ts';

const [dataDir = '', fatalStep] = process.argv.slice(2);
const settings = new Conf({ cwd: dataDir, configName: 'settings' });
const { app } = await startService({ dataDir, settings });
const events = openEventStream(await app(appRoutes.streamAppEvents, {}));
void app(appRoutes.createBackup, { json: {} });
await events.waitFor((event) => event.type === 'backup.progress' && event.task.step === fatalStep);
// Synchronous, so that nothing else can happen before.
if (fatalStep === 'writing') while (!readdirSync(join(dataDir, 'backups')).some((name) => name.endsWith('.part')));
process.kill(process.pid, 'SIGKILL');
