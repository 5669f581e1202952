import { test } from '@playwright/test';
import { contractCases } from '../contract/contract-cases.ts';
import { openSession, type ContractSession } from '../contract/contract-session.ts';
import { readDemoKeys } from '../helpers/demo-keys.ts';
import { launchDesktop, type Desktop } from '../helpers/launch-desktop.ts';
import { fetchInPage } from '../helpers/fetch-in-page.ts';
import { startServe } from '../helpers/start-host.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/temporary-folder.ts';

test.describe('the contract, over app:// in the window', () => {
  let folder: TemporaryFolder;
  let desktop: Desktop;
  let session: ContractSession;

  test.beforeAll(async () => {
    folder = await createTemporaryFolder();
    const serving = await startServe(folder.path, '--demo'); // keys are told by `serve` only
    await serving.stop();
    desktop = await launchDesktop(folder.path);
    const { page } = desktop;
    session = openSession({
      ...readDemoKeys(serving.line),
      send: (path, init) => fetchInPage(page, path, init),
    });
  });
  test.afterAll(async () => {
    await desktop.app.close();
    await folder.remove();
  });

  for (const { name, run } of contractCases) test(name, () => run(session));
});
