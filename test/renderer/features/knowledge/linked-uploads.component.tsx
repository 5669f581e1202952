import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { UploadPanel } from '../../../../renderer/features/knowledge/upload-panel.tsx';
import type { UploadItem } from '../../../../renderer/features/knowledge/upload-item.ts';
import { appRoutes, v1Routes } from '../../../../shared/contract/contract.ts';
import type { DocumentRecord } from '../../../../shared/knowledge/knowledge.ts';
import type { OpenOutboxState } from '../../../../shared/workspaces/sync.ts';
import { startFakeService, type FakeService } from '../../../helpers/remote/fake-service.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';
import { sampleOutboxItem } from '../../../helpers/components/sample-sync.ts';

const at = '2026-11-20T09:00:00.000Z';

/** A document whose upload has a state; null if the remote has it. */
const createDocument = (number: number, state: OpenOutboxState | null): DocumentRecord => ({
  document_id: `doc_${number}`,
  title: `File ${number}`,
  status: state === 'rejected' ? 'failed' : 'processing',
  chunks_created: 0,
  kind: 'txt',
  file_name: `file-${number}.txt`,
  size_bytes: 10,
  sha256: String(number).repeat(64),
  pages: null,
  added_at: at,
  labels: [],
  version: 1,
  next_version: null,
  similar: null,
  progress: null,
  omissions: [],
  remote: { id: state === null ? `remote-${number}` : null, status: null, error: null, fetched_at: null },
  pending: state === null ? null : { ...sampleOutboxItem, kind: 'upload_document', state, subject_id: `doc_${number}` },
});

const openPanel = (...states: readonly (OpenOutboxState | null)[]) =>
  openPanelWith(states.map((state, index) => createDocument(index + 1, state)));

async function openPanelWith(documents: readonly DocumentRecord[]): Promise<FakeService> {
  const service = startFakeService();
  service.answer(appRoutes.listDocumentRecords, () => ({ data: [...documents] }));
  const items = documents.map(({ document_id, title }): UploadItem => ({
    id: document_id,
    file: null,
    fileName: `${title}.txt`,
    sizeBytes: 10,
    title,
    idempotencyKey: document_id,
    sha256: null,
    stage: { name: 'uploaded', documentId: document_id },
  }));
  await renderInWindow(<UploadPanel items={items} />, { workspace: { kind: 'linked' } });
  return service;
}

const summary = page.getByRole('region', { name: 'Upload queue' }).getByRole('status').first();

test.each([
  [[null, null], '2 added'],
  [[null, 'rejected'], '1 failed, 1 added'],
  [['queued'], '1 is waiting to be sent'],
  [['queued', 'queued', 'in_flight', null], '2 are waiting to be sent, 1 is being sent, 1 added'],
  [['unknown', null], '1 needs your decision, 1 added'],
] as const)('uploads to a remote with the states %j are summarized as “%s”', async (states, text) => {
  await openPanel(...states);
  await expect.element(summary).toHaveTextContent(text);
});

test('the row of a rejected upload says why, and is dismissed without a deletion', async () => {
  const service = await openPanel('rejected');
  const row = page.getByRole('listitem', { name: 'File 1' });
  await expect.element(row).toMatchTextContent(/Rejected/);
  await expect.element(row).toMatchTextContent(sampleOutboxItem.reason ?? '');
  await expect.element(row.getByRole('button', { name: 'Retry' })).not.toBeInTheDocument();
  await row.getByRole('button', { name: 'Dismiss File 1' }).click();
  expect(service.listRequests(v1Routes.deleteDocument)).toEqual([]);
});

test('a document that is similar to another document on the remote is offered as its new version, unless its deletion waits', async () => {
  const similar = { document_id: 'doc_9', title: 'Prices' };
  const offered = { ...createDocument(1, null), status: 'active', similar } as const;
  const pending = { ...sampleOutboxItem, kind: 'delete_document', state: 'queued', subject_id: 'doc_2' } as const;
  await openPanelWith([offered, { ...createDocument(2, null), status: 'active', similar, pending }]);
  const first = page.getByRole('listitem', { name: 'File 1' });
  const second = page.getByRole('listitem', { name: 'File 2' });
  await expect.element(first).toMatchTextContent(/“Prices” has nearly the same text/);
  await expect.element(first.getByRole('button', { name: 'Keep both: File 1' })).toBeVisible();
  await expect.element(second).toMatchTextContent(/Deletion pending/);
  await expect.element(second.getByRole('button', { name: 'Keep both: File 2' })).not.toBeInTheDocument();
});
