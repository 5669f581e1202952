import { afterAll, beforeAll, describe, test } from 'vitest';
import { startServe, type RunningHost } from '../helpers/service/start-host.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { copyDemoFolder } from '../helpers/data/demo-folder.ts';
import { readDemoKeys } from '../helpers/data/demo-keys.ts';
import { transportCases } from './contract-cases.ts';
import { openSession, type ContractSession } from './contract-session.ts';

describe('the API over loopback HTTP', () => {
  let folder: TemporaryFolder;
  let host: RunningHost;
  let session: ContractSession;

  beforeAll(async () => {
    folder = await createTemporaryFolder();
    copyDemoFolder(folder.path);
    const serving = await startServe(folder.path, '--demo');
    host = serving;
    session = openSession({
      ...readDemoKeys(serving.line),
      send: (path, init) => fetch(serving.origin + path, init),
    });
  });
  afterAll(async () => {
    await host.stop();
    await folder.remove();
  });

  test.each(transportCases)('$name', ({ run }) => run(session));
});
