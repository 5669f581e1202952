import { afterAll, beforeAll, expect, test } from 'vitest';
import { v1Routes } from '../../shared/contract/contract.ts';
import { createMemorySettings } from '../helpers/service/memory-settings.ts';
import { observeProcesses } from '../helpers/processes/observe-processes.ts';
import { startService, type StartedService } from '../helpers/service/start-service.ts';
import { startServiceWithWorkspace } from '../helpers/service/start-service-with-workspace.ts';
import { subscribeToEvents } from '../helpers/service/subscribe-to-events.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { upload, uploadAndWait } from '../helpers/service/upload.ts';
import { waitForDocument } from '../helpers/service/wait-for-document.ts';
import { bombs } from './parsing/make-bombs.ts';
import { makePdf } from './parsing/make-files.ts';

let folder: TemporaryFolder;
let started: StartedService;
const settings = createMemorySettings();
const { startProcess, processes } = observeProcesses((process, { type }) => {
  if (type === 'section' && process.titles.at(-1)?.startsWith('Killed')) process.kill();
});
beforeAll(async () => {
  folder = await createTemporaryFolder();
  started = await startServiceWithWorkspace({ dataDir: folder.path, settings, startProcess });
});
afterAll(async () => {
  await started.stop();
  await folder.remove();
});

const tooComplex = { status: 'failed', error: { code: 'too_complex' } };

test.each(bombs)('$name fails alone', async ({ name, make }) => {
  const bytes = make();
  expect(bytes.length).toBeLessThan(32 * 1024);
  const document_id = await upload(started.v1, name, bytes, 'bomb.pdf');
  const neighbour = await uploadAndWait(started.v1, `Beside ${name}`, 'We are open on Tuesday.');
  expect(neighbour.status).toBe('active');
  const failed = await waitForDocument(started.v1, document_id);
  expect(failed).toMatchObject(tooComplex);
  expect(countParses(name)).toBe(1);
});

test('a document that ended the parser is parsed again only by a manual retry, which fails it alone', async () => {
  // So much text that the parser must wait for the service.
  const failed = await uploadAndWait(started.v1, 'Killed twice', 'We are open on Tuesday. '.repeat(20_000));
  expect(failed).toMatchObject(tooComplex);

  await started.service.close();
  started = await startService({ dataDir: folder.path, settings, startProcess });
  const { v1 } = started;
  // Documents of the earlier run are queued before this one.
  expect(await uploadAndWait(v1, 'After the start', 'We are open on Tuesday.')).toMatchObject({ status: 'active' });
  const params = { document_id: failed.document_id };
  expect(await v1(v1Routes.getDocument, { params })).toEqual(failed);
  expect(countParses('Killed twice')).toBe(1);

  await v1(v1Routes.retryDocument, { params });
  const neighbour = await uploadAndWait(v1, 'Beside the retry', 'Lockers cost 5 dollars a day.');
  expect(neighbour).toMatchObject({ status: 'active' });
  expect(await waitForDocument(v1, failed.document_id)).toEqual(failed);
  expect(countParses('Killed twice')).toBe(2);
  const found = await v1(v1Routes.searchKnowledge, { json: { query: 'What does a locker cost?', limit: 1 } });
  expect(found.data[0]).toMatchObject({ document_id: neighbour.document_id });
});

test('a parser process that is killed from outside fails only the document that it parses', async () => {
  const { v1 } = started;
  // So much text that the parser must wait until the first pages are processed.
  const page = 'We are open on Tuesday. '.repeat(20);
  const pdf = new Uint8Array(await makePdf(Array.from({ length: 80 }, (_, index) => `Page ${index + 1}. ${page}`)));
  const events = await subscribeToEvents(v1);
  const neighbour = await upload(v1, 'Neighbour', pdf, 'neighbour.pdf');
  await events.waitFor((event) => event.type === 'document.progress' && event.document_id === neighbour);
  const killed = await upload(v1, 'Killed', new Blob([pdf, '%']), 'killed.pdf');
  const waiting = await upload(v1, 'Waiting', 'We are open on Tuesday.');
  expect(await waitForDocument(v1, killed)).toMatchObject(tooComplex);
  for (const document_id of [neighbour, waiting]) {
    expect(await waitForDocument(v1, document_id)).toMatchObject({ status: 'active' });
  }
  expect(countParses('Killed')).toBe(1);
  expect(countParses('Neighbour')).toBe(1);
  await events.stop();
});

function countParses(title: string): number {
  return processes.flatMap(({ titles }) => titles).filter((other) => other === title).length;
}
