import { afterAll, beforeAll, expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { chooseFuzzRuns } from '../helpers/processes/fuzz-runs.ts';
import type { StartedService } from '../helpers/service/start-service.ts';
import { startServiceWithWorkspace } from '../helpers/service/start-service-with-workspace.ts';
import { subscribeToEvents } from '../helpers/service/subscribe-to-events.ts';
import { upload } from '../helpers/service/upload.ts';

const largeMegabytes = chooseFuzzRuns({ perCommit: 5, long: 19 });

let started: StartedService;
beforeAll(async () => {
  started = await startServiceWithWorkspace();
});
afterAll(() => started.stop());

test('a document of one line is processed beside large ones, not after them', async () => {
  const { v1 } = started;
  const line = 'Locker 7 belongs to the night crew, and its key is at the front desk. ';
  const large = line.repeat((largeMegabytes * 1_000_000) / line.length);
  const events = await subscribeToEvents(v1);
  const first = await upload(v1, 'First', large);
  const second = await upload(v1, 'Second', `${large} Another.`);
  await events.waitFor(
    (event) => event.type === 'document.progress' && event.document_id === first && event.progress.chunks > 0,
  );
  const small = await upload(v1, 'Small', 'We are open on Tuesday.');
  await events.waitFor((event) => event.type === 'document.progress' && event.document_id === small); // it has been parsed
  const chunksBefore = await countChunks();
  await events.waitForNext(
    (event) => event.type === 'document.changed' && event.document_id === small && event.status === 'active',
  );
  // Chunks instead of seconds, so that a busy computer makes no difference. Each large document is stored in batches of 16.
  expect((await countChunks()) - chunksBefore).toBeLessThanOrEqual(96);
  expect(await v1(v1Routes.getDocument, { params: { document_id: small } })).toMatchObject({ chunks_created: 1 });
  for (const document_id of [first, second]) {
    expect(await v1(v1Routes.getDocument, { params: { document_id } })).toMatchObject({ status: 'processing' });
  }
  await events.stop();
});

/** Returns the number of chunks of documents that are being processed. */
async function countChunks(): Promise<number> {
  const { data } = await started.app(appRoutes.listDocumentRecords, {});
  return data.reduce((sum, { progress }) => sum + (progress?.chunks ?? 0), 0);
}
