import { test } from '@playwright/test';
import { transportCases } from '../contract/contract-cases.ts';
import { openSession, type ContractSession } from '../contract/contract-session.ts';
import { copyDemoFolder } from '../helpers/data/demo-folder.ts';
import { openDemoKeys } from '../helpers/data/demo-keys.ts';
import { launchDesktop, type Desktop } from '../helpers/desktop/launch-desktop.ts';
import { fetchInPage } from '../helpers/browser/fetch-in-page.ts';
import { runsAllCases } from '../helpers/processes/runs-all-cases.ts';
import { startService } from '../helpers/service/start-service.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';

test.describe('the contract cases of transports, over app:// in the window', () => {
  let folder: TemporaryFolder;
  let desktop: Desktop;
  let session: ContractSession;

  test.beforeAll(async () => {
    folder = await createTemporaryFolder();
    copyDemoFolder(folder.path);
    // Electron shows no keys of the demo, so another service creates them.
    const { service, stop } = await startService({ dataDir: folder.path });
    const keys = await openDemoKeys(service);
    await stop();
    desktop = await launchDesktop(folder.path);
    const { page } = desktop;
    session = openSession({ ...keys, send: (path, init) => fetchInPage(page, path, init) });
  });
  test.afterAll(async () => {
    await desktop.app.close();
    await folder.remove();
  });

  for (const { name, run } of transportCases.filter(({ sendsMany }) => runsAllCases || !sendsMany))
    test(name, () => run(session));
});
