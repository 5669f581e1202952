import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { AddDocumentsDialog } from '../../../../renderer/features/knowledge/add-documents-dialog.tsx';
import { DocumentPanel } from '../../../../renderer/features/knowledge/document-panel.tsx';
import { documentsQuery } from '../../../../renderer/features/knowledge/documents-query.ts';
import { DocumentsTable } from '../../../../renderer/features/knowledge/documents-table.tsx';
import { useDocumentActions } from '../../../../renderer/features/knowledge/use-document-actions.tsx';
import { appRoutes, v1Routes } from '../../../../shared/contract/contract.ts';
import type { DocumentRecord } from '../../../../shared/knowledge/knowledge.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { OpenOutboxItem } from '../../../../shared/workspaces/sync.ts';
import { startFakeService } from '../../../helpers/remote/fake-service.ts';
import { sampleDocument } from '../../../helpers/components/sample-document.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';

const at = '2026-11-20T09:00:00.000Z';

const linked: DocumentRecord = {
  ...sampleDocument,
  title: 'Prices',
  pages: null,
  added_at: at,
  remote: { id: 'remote-7', status: null, error: null, fetched_at: at },
};

/** Uploaded to the remote elsewhere. */
const foreign: DocumentRecord = {
  ...linked,
  document_id: 'doc_2',
  title: 'Opening hours',
  kind: null,
  file_name: null,
  size_bytes: null,
  sha256: null,
  added_at: null,
  remote: { id: 'remote-8', status: 'Indexing', error: null, fetched_at: at },
};

const upload: OpenOutboxItem = {
  item_id: 'out_1',
  kind: 'upload_document',
  state: 'queued',
  subject_id: 'doc_1',
  label: 'Prices',
  reason: null,
  attempts: 0,
  queued_at: at,
  next_attempt_at: null,
  send_not_after: null,
  keeps_document: false,
  actions: ['send', 'cancel'],
};

const notUploaded: DocumentRecord = {
  ...linked,
  status: 'processing',
  chunks_created: 0,
  remote: { id: null, status: null, error: null, fetched_at: null },
  pending: upload,
};

const deletion: OpenOutboxItem = { ...upload, kind: 'delete_document' };

function Documents({ openId = null }: { readonly openId?: string | null }) {
  const documents = useQuery(documentsQuery).data;
  const [tab, setTab] = useState<'text' | 'chunks' | 'original' | 'versions'>('text');
  const { getActions, dialog } = useDocumentActions(() => {});
  const open = documents?.find(({ document_id }) => document_id === openId);
  return (
    <div className="flex h-120">
      <div className="flex min-w-0 flex-1 flex-col">
        <DocumentsTable
          since={undefined}
          onShowAll={() => {}}
          selectedId={null}
          onOpen={() => {}}
          getActions={getActions}
          onDelete={() => {}}
        />
      </div>
      {open && (
        <DocumentPanel
          document={open}
          tab={tab}
          chunkId={undefined}
          page={undefined}
          onOpenPage={() => {}}
          onTabChange={setTab}
          actions={getActions(open)}
          onClosePage={() => {}}
          isCovered={false}
          isRetrying={false}
          onClose={() => {}}
        />
      )}
      {dialog}
    </div>
  );
}

async function renderDocuments(records: readonly DocumentRecord[], openId: string | null = null) {
  const service = startFakeService();
  service.answer(appRoutes.listDocumentRecords, () => ({ data: [...records] }));
  await renderInWindow(<Documents openId={openId} />, { workspace: { kind: 'linked' } });
  return service;
}

const row = (name: string) => page.getByRole('row').filter({ hasText: name });

test.each([
  [{}, 'Active'],
  [{ status: 'processing' }, 'Processing'],
  [{ remote: { ...foreign.remote, status: 'Indexing' } }, 'Indexing'],
  [notUploaded, 'Waiting'],
  [{ ...notUploaded, pending: null }, 'Not uploaded'],
  [{ ...notUploaded, pending: { ...upload, state: 'in_flight' } }, 'Sending'],
  [{ ...notUploaded, pending: { ...upload, state: 'held' } }, 'On hold'],
  [{ ...notUploaded, pending: { ...upload, state: 'unknown' } }, 'Outcome unknown'],
  [{ ...notUploaded, status: 'failed', pending: { ...upload, state: 'rejected' } }, 'Rejected'],
  [{ pending: deletion }, 'Deletion pending'],
  [{ pending: { ...deletion, state: 'in_flight' } }, 'Deleting'],
  [{ pending: { ...deletion, state: 'rejected' } }, 'Deletion rejected'],
] as const)('a document with %j is shown as %s', async (changes, label) => {
  await renderDocuments([{ ...linked, ...(changes as Partial<DocumentRecord>) }]); // literals of a union
  await expect.element(row('Prices').getByText(label, { exact: true })).toBeVisible();
});

test('a title that does not fit is shown in full with the file name, on hover', async () => {
  await renderDocuments([linked]);
  await expect.element(page.getByTitle('Prices · prices.pdf')).toBeVisible();
});

test.each([
  [
    [linked, foreign],
    ['Kind', 'Chunks', 'Status', 'Added'],
  ],
  [[foreign], ['Chunks', 'Status']],
] as const)('columns without a value in any row are hidden: %#', async (records, columns) => {
  await renderDocuments(records);
  const readHeaders = () =>
    page
      .getByRole('columnheader')
      .elements()
      .map(({ textContent }) => textContent);
  await expect.poll(readHeaders).toEqual(['Select', 'Title', ...columns]);
});

test('a document that was uploaded elsewhere shows what the remote lists of its file, which is not here', async () => {
  await renderDocuments([{ ...foreign, kind: 'pdf', file_name: 'hours.pdf', pages: 3, added_at: at }], 'doc_2');
  await expect.element(row('Opening hours')).toMatchTextContent(/PDF.*3/);
  await page.getByRole('tab', { name: 'Original' }).click();
  const panel = page.getByRole('tabpanel', { name: 'Original' });
  await expect.element(panel).toMatchTextContent(/hours\.pdf.*PDF document.*uploaded elsewhere/);
  for (const name of ['View pages', 'Download original'])
    await expect.element(page.getByRole('button', { name })).not.toBeInTheDocument();
});

test('a document that was uploaded elsewhere has no kind, file and date', async () => {
  await renderDocuments([foreign], 'doc_2');
  await page.getByRole('tab', { name: 'Original' }).click();
  const panel = page.getByRole('tabpanel', { name: 'Original' });
  await expect.element(panel).toMatchTextContent(/uploaded elsewhere/);
  await expect.element(panel.getByText('remote-8')).toBeVisible();
  await expect.element(panel.getByText('doc_2')).not.toBeInTheDocument();
  await expect.element(panel.getByRole('button', { name: 'Download original' })).not.toBeInTheDocument();
});

test('a queued upload can be canceled where it is explained', async () => {
  const service = await renderDocuments([notUploaded], 'doc_1');
  service.answer(appRoutes.cancelOutboxItem, () => ({ ...upload, state: 'canceled' as const, actions: [] }));
  service.answer(appRoutes.getSyncStatus, () => ({ status: null }));
  service.answer(appRoutes.listOutboxItems, () => ({ data: [] }));
  const note = page.getByRole('note', { name: 'Change that waits for the remote' });
  await expect.element(note).toMatchTextContent(/waits to be sent to the remote\. Agents don’t use it yet\./);
  await note.getByRole('button', { name: 'Cancel…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel change' }).click();
  await expect.poll(() => service.listRequests(appRoutes.cancelOutboxItem).length).toBe(1);
});

test('a rejected upload shows what the remote answered, and no second error', async () => {
  const reason = 'The file is too large.';
  const error = { code: 'remote', detail: reason } as const;
  await renderDocuments(
    [{ ...notUploaded, status: 'failed', error, pending: { ...upload, state: 'rejected', reason } }],
    'doc_1',
  );
  const note = page.getByRole('note');
  await expect.element(note).toMatchTextContent(/The remote refused this document/);
  await expect.element(note.getByText(reason)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Retry processing' })).not.toBeInTheDocument();
});

test('a pending deletion says that agents still use the document', async () => {
  await renderDocuments([{ ...linked, pending: deletion }], 'doc_1');
  await expect
    .element(page.getByRole('note'))
    .toMatchTextContent(/Agents still use “Prices” until the remote confirms it\./);
});

test('a document that could not be refreshed says why, and how old its state is', async () => {
  const error = 'The remote sent no document.';
  await renderDocuments([{ ...linked, remote: { id: 'remote-7', status: null, error, fetched_at: at } }], 'doc_1');
  await expect
    .element(page.getByRole('note', { name: 'Not refreshed' }))
    .toMatchTextContent(/sent no document\..*last known state/);
});

test('deleting explains what happens, and the document stays until the remote confirms it', async () => {
  let records: readonly DocumentRecord[] = [linked];
  const service = startFakeService();
  service.answer(appRoutes.listDocumentRecords, () => ({ data: [...records] }));
  service.answer(v1Routes.deleteDocument, () => {
    records = [{ ...linked, pending: deletion }];
    return { success: true, message: 'The deletion is pending.' };
  });
  await renderInWindow(<Documents openId="doc_1" />, { workspace: { kind: 'linked' } });
  await page.getByRole('button', { name: 'Delete document' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect.element(dialog).toMatchTextContent(/Agents still use the document until the remote confirms it/);
  await dialog.getByRole('button', { name: 'Delete document' }).click();
  await expect.element(page.getByText('The deletion of “Prices” is pending')).toBeVisible();
  await expect.element(row('Prices').getByText('Deletion pending')).toBeVisible();
});

test('the selected documents stay until the remote confirms their deletion', async () => {
  const second: DocumentRecord = { ...linked, document_id: 'doc_2', title: 'Hours' };
  let records: readonly DocumentRecord[] = [linked, second];
  const service = startFakeService();
  service.answer(appRoutes.listDocumentRecords, () => ({ data: [...records] }));
  service.answer(v1Routes.deleteDocument, () => {
    records = records.map((record) => ({ ...record, pending: deletion }));
    return { success: true, message: 'The deletion is pending.' };
  });
  await renderInWindow(<Documents />, { workspace: { kind: 'linked' } });
  for (const title of ['Prices', 'Hours']) await page.getByRole('checkbox', { name: `Select ${title}` }).click();
  await page.getByRole('group', { name: 'Selected documents' }).getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect.element(dialog).toMatchTextContent(/Agents still use them until the remote confirms it/);
  await dialog.getByRole('button', { name: 'Delete 2 documents' }).click();
  await expect.element(page.getByText('The deletion of 2 documents is pending')).toBeVisible();
});

test('the text and the chunks that the remote does not offer are explained in place', async () => {
  const service = await renderDocuments([linked], 'doc_1');
  const detail = 'This remote does not show the chunks of a document.';
  service.answer(v1Routes.listChunks, () => {
    throw new Problem('not_available_on_remote', detail);
  });
  await expect.element(page.getByRole('heading', { name: 'Text is not available' })).toBeVisible();
  await page.getByRole('tab', { name: 'Chunks' }).click();
  await expect.element(page.getByRole('heading', { name: 'Chunks are not available' })).toBeVisible();
  await expect.element(page.getByText(detail)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
});

test('documents are added by the IDs of a CSV file, and the IDs that were not found are listed', async () => {
  const service = startFakeService();
  service.answer(appRoutes.listDocumentRecords, () => ({ data: [] }));
  service.answer(appRoutes.importDocuments, () => ({
    added: 1,
    known: 1,
    not_found: ['remote-3'],
    failed: [{ id: 'remote-4', reason: 'The remote sent no document.' }],
  }));
  await renderInWindow(<AddDocumentsDialog onClose={() => {}} />, { workspace: { kind: 'linked' } });
  const csv = 'title,document_id\n"Prices, new",remote-1\nHours,remote-2\n,remote-3\n,remote-4\n,remote-1\n';
  await page
    .getByLabelText('Or a CSV file with a column document_id')
    .upload(new File([csv], 'documents.csv', { type: 'text/csv' }));
  await page.getByRole('button', { name: 'Add 4 documents' }).click();
  await expect.element(page.getByText('1 document added, 1 already listed.')).toBeVisible();
  await expect.element(page.getByRole('list', { name: 'IDs that were not found' })).toMatchTextContent(/remote-3/);
  await expect
    .element(page.getByRole('list', { name: 'IDs that could not be fetched' }))
    .toMatchTextContent(/remote-4: The remote sent no document\./);
  expect(service.listRequests(appRoutes.importDocuments)[0]?.json).toEqual({
    ids: ['remote-1', 'remote-2', 'remote-3', 'remote-4'],
  });
});

test('the buttons of an open document fit in one row', async () => {
  await page.viewport(1280, 800);
  await renderDocuments([sampleDocument], sampleDocument.document_id);
  const tops = ['View pages', 'Download original', 'Replace…'].map(
    async (name) => (await page.getByRole('button', { name }).findElement()).getBoundingClientRect().top,
  );
  expect(new Set(await Promise.all(tops)).size).toBe(1);
});
