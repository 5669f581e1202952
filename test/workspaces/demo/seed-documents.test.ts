import { readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { modelFingerprint } from '../../../electron/service/features/knowledge/embedding/model.ts';
import { demoDocuments } from '../../../electron/service/workspaces/demo/demo-organization.ts';
import { deserializeVector, readIndexedDocument } from '../../../electron/service/workspaces/demo/seed-documents.ts';
import { indexDemoDocuments } from '../../fixtures/index-demo-documents.ts';
import { chooseFuzzRuns } from '../../helpers/processes/fuzz-runs.ts';
import { startService } from '../../helpers/service/start-service.ts';
import { testOnFile } from '../../helpers/service/test-on-file.ts';

const shippedDir = fileURLToPath(new URL('../../../electron/service/workspaces/demo/indexed/', import.meta.url));

test('each shipped document has an index of the shipped model, all in at most 1 MB', () => {
  const files = readdirSync(shippedDir);
  expect(files.toSorted()).toEqual(demoDocuments.map(({ file }) => `${file}.json`).toSorted());
  expect(files.reduce((sum, file) => sum + statSync(`${shippedDir}${file}`).size, 0)).toBeLessThanOrEqual(1_000_000);
  for (const { file } of demoDocuments) {
    const { model, chunks } = readIndexedDocument(file);
    expect(model).toBe(modelFingerprint);
    for (const { vector } of chunks) {
      const numbers = deserializeVector(vector);
      expect(numbers).toHaveLength(384);
      expect(Math.hypot(...numbers)).toBeCloseTo(1, 3);
    }
  }
});

testOnFile(
  'the index is what the service makes of the document: run index-demo-documents.ts if it differs',
  async () => {
    // The last document, the shortest one, in a short run.
    const documents = demoDocuments.slice(-chooseFuzzRuns({ perCommit: 1, long: demoDocuments.length }));
    const indexed = await indexDemoDocuments(documents);
    for (const [at, { file }] of documents.entries()) {
      const shipped = readIndexedDocument(file);
      expect(omitVectors(indexed[at])).toEqual(omitVectors(shipped));
      for (const [position, { vector }] of shipped.chunks.entries()) {
        const [ours, theirs] = [vector, indexed[at]?.chunks[position]?.vector ?? ''].map(deserializeVector);
        expect(ours?.reduce((sum, value, index) => sum + value * (theirs?.[index] ?? 0), 0)).toBeGreaterThan(0.98);
      }
    }
  },
);

test('a new demo has no document to process', async () => {
  const started = await startService();
  await started.app(appRoutes.createWorkspace, { json: { kind: 'demo' } });
  const { data } = await started.app(appRoutes.listDocumentRecords, {});
  expect(data.map(({ status }) => status)).toEqual(demoDocuments.map(() => 'active'));
  const overview = await started.app(appRoutes.getOverview, {});
  expect(overview.processing.total).toBe(0);
  await started.stop();
});

function omitVectors(indexed: ReturnType<typeof readIndexedDocument> | undefined) {
  return indexed && { ...indexed, chunks: indexed.chunks.map((chunk) => ({ ...chunk, vector: '' })) };
}
