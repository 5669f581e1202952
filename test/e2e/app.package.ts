import { readdirSync } from 'node:fs';
import { readFile, writeFile, cp } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { createClient } from '../../shared/contract/client.ts';
import { appRoutes, routeTreePaths } from '../../shared/contract/contract.ts';
import { createBillingPage } from '../helpers/pages/billing-page.ts';
import { fetchInPage } from '../helpers/browser/fetch-in-page.ts';
import { placeSimulatedCallInPage, readCallStatus } from '../helpers/pages/call-page.ts';
import { createKnowledgePage, openDemoOnFirstRun, openKnowledge } from '../helpers/pages/knowledge-page.ts';
import { launchArchive, type Desktop } from '../helpers/desktop/launch-desktop.ts';
import { packedApp } from '../helpers/desktop/packed-app.ts';
import { recordOpenedPath } from '../helpers/desktop/record-opened-path.ts';
import { hasSecretService, startSecretService } from '../helpers/desktop/secret-service.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { encodeSamples } from '../helpers/speech/encode-samples.ts';
import { startSpeechServer } from '../helpers/speech/speech-server.ts';
import { createRoomNoise, joinSounds, speakSound } from '../helpers/speech/spoken-sound.ts';
import { callJourney } from './call-journey.ts';

// The archive of the package runs in Electron, in a folder from which no node_modules can be found.

test.describe.configure({ mode: 'serial' });

let folder: TemporaryFolder;
let desktop: Desktop;
let feed: Feed;
let secretService: Awaited<ReturnType<typeof startSecretService>> | undefined;

test.beforeAll(async () => {
  folder = await createTemporaryFolder();
  feed = await startFeed();
  const archive = join(folder.path, 'app.asar');
  await cp(packedApp.archive, archive);
  await cp(packedApp.unpacked, `${archive}.unpacked`, { recursive: true });
  await writeFile(join(folder.path, 'app-update.yml'), `provider: generic\nurl: ${feed.url}\n`);
  if (hasSecretService) secretService = await startSecretService(folder.path);
  const env = secretService && { ...secretService.env, SWITCHBOARD_KEYCHAIN: '' };
  desktop = await launchArchive(archive, join(folder.path, 'data'), env);
});

test.afterAll(async () => {
  await desktop.app.close();
  feed.close();
  await secretService?.stop();
  await folder.remove();
});

test('creates the demo', () => openDemoOnFirstRun(desktop.page));

test('keeps secrets in the keychain of the system', async () => {
  test.skip(!secretService, 'no Secret Service can be started');
  const app = createClient(routeTreePaths.app, (url, init) => fetchInPage(desktop.page, url, init));
  expect(await app(appRoutes.getKeychainStatus, {})).toEqual({ kept_in: 'keychain' });
  const [workspaceId = ''] = readdirSync(join(folder.path, 'data', 'workspaces'));
  const secret = secretService?.lookUp(`${workspaceId}/url-signing-secret`) ?? '';
  expect(Buffer.from(secret, 'base64'), 'as another program reads it').toHaveLength(32);
});

for (const { name, run } of callJourney.slice(0, 2)) test(name, () => run({ page: desktop.page, folder: folder.path }));

test('finds a passage of the document that it parsed, and draws its page', async () => {
  const { page } = desktop;
  await openKnowledge(page);
  const knowledge = createKnowledgePage(page);
  const passage = await knowledge.search('How much is a move to another region?');
  await expect(passage).toContainText('79 dollars');
  await passage.getByRole('button', { name: 'Page 2' }).click();
  await knowledge.waitForMarkedPage('moving guide');
  await page.keyboard.press('Escape');
});

test('notices in a practice call that somebody speaks', async () => {
  const { page } = desktop;
  const app = createClient(routeTreePaths.app, (url, init) => fetchInPage(page, url, init));
  const server = await startSpeechServer();
  const settings = { base_url: server.baseUrl, transcription_model: 'whisper' };
  await app(appRoutes.changeSpeechServer, { json: { settings } });
  const call_id = await placeSimulatedCallInPage(page, { mode: 'practice' });
  await expect.poll(() => readCallStatus(page, call_id)).toBe('in_progress');
  const sound = joinSounds(await speakSound('Please call me back on Monday.'), createRoomNoise(1));
  const json = { samples: encodeSamples(sound.subarray(0, 3 * 16_000)), mode: 'open', ends: false } as const;
  const { events } = await app(appRoutes.sendVoice, { params: { call_id }, json });
  expect(events).toEqual([{ kind: 'interruption' }]);
  await app(appRoutes.hangUp, { params: { call_id } });
  await app(appRoutes.changeSpeechServer, { json: { settings: null } });
  await server.close();
});

test('renders the PDF of an invoice', async () => {
  const { page } = desktop;
  await createBillingPage(page).open();
  await page.getByRole('table', { name: 'Invoices' }).getByRole('button', { name: 'INV-0001' }).click();
  const waitForPath = await recordOpenedPath(desktop);
  await createBillingPage(page).panel('INV-0001').getByRole('button', { name: 'Open PDF' }).click();
  expect((await readFile(await waitForPath())).subarray(0, 5).toString()).toBe('%PDF-');
});

test('announces a newer version of its feed, downloads nothing, and sends no id of the installation', async () => {
  const asked = await desktop.app.evaluateHandle(({ dialog }) => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const showMessageBox = (...args: readonly unknown[]) => {
      resolve(JSON.stringify(args.at(-1)));
      return Promise.resolve({ response: 1, checkboxChecked: false });
    };
    Object.assign(dialog, { showMessageBox });
    return { promise };
  });
  feed.answer('99.0.0');
  const question = JSON.parse(await asked.evaluate(({ promise }) => promise)) as { message: string; buttons: string[] };
  expect(question.message).toBe('Switchboard 99.0.0 is available');
  expect(question.buttons).toEqual(process.platform === 'linux' ? ['OK'] : ['Download', 'Later']);
  expect(feed.requests.map(({ path }) => path)).toEqual([expect.stringMatching(/^\/latest[\w-]*\.yml/)]);
  expect(feed.requests[0]?.headers['x-user-staging-id'] ?? '').toBe('');
});

type Feed = {
  readonly url: string;
  readonly requests: readonly { readonly path: string; readonly headers: IncomingHttpHeaders }[];
  /** Answers the pending request, and later ones, with a version. */
  readonly answer: (version: string) => void;
  readonly close: () => void;
};

/** Starts an update feed, which answers when the test is ready. */
async function startFeed(): Promise<Feed> {
  const requests: { path: string; headers: IncomingHttpHeaders }[] = [];
  const { promise: version, resolve } = Promise.withResolvers<string>();
  const server = createServer((request, response) => {
    requests.push({ path: request.url ?? '', headers: request.headers });
    const files = 'files:\n  - url: new-version\n    sha512: AAAA\n    size: 1\npath: new-version\nsha512: AAAA\n';
    void version.then((newest) =>
      response.end(`version: ${newest}\n${files}releaseDate: '2030-01-01T00:00:00.000Z'\n`),
    );
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo; // of a TCP server
  return { url: `http://127.0.0.1:${port}`, requests, answer: resolve, close: () => server.closeAllConnections() };
}
