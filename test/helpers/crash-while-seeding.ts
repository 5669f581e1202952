// Seeds the demo in a data folder and kills itself when it creates the given id.
import { randomUUID } from 'node:crypto';
import { appRoutes } from '../../shared/contract.ts';
import { startService } from './start-service.ts';

const [dataDir = '', fatalPrefix, fatalCount] = process.argv.slice(2);
let count = 0;
const newId = (prefix: string) => {
  if (prefix === fatalPrefix && ++count === Number(fatalCount)) process.kill(process.pid, 'SIGKILL');
  return `${prefix}_${randomUUID().replaceAll('-', '').slice(0, 24)}`;
};
const started = await startService({ dataDir, newId });
await started.app(appRoutes.createWorkspace, { json: { kind: 'demo' } });
