import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { UploadPanel } from '../../../../renderer/features/knowledge/upload-panel.tsx';
import type { UploadItem } from '../../../../renderer/features/knowledge/upload-item.ts';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import { startFakeService } from '../../../helpers/remote/fake-service.ts';
import { sampleDocument } from '../../../helpers/components/sample-document.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';

const item: UploadItem = {
  id: 'upload_1',
  file: null,
  fileName: 'fares.txt',
  sizeBytes: 20,
  title: 'fares',
  idempotencyKey: 'key',
  sha256: null,
  stage: { name: 'needs_confirmation', cause: 'duplicate', reason: 'The same file was added before.' },
};

test('leaves the space of a low window to the view until it is expanded', async () => {
  startFakeService().answer(appRoutes.listDocumentRecords, () => ({ data: [] }));
  const files = page.getByRole('list', { name: 'Files' });
  await page.viewport(1280, 800);
  await renderInWindow(<UploadPanel items={[item]} />);
  await expect.element(files).toBeVisible();
  await page.viewport(640, 400);
  await expect.element(files).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Review files' }).click();
  await expect.element(files).toBeVisible();
});

test.each([
  ['one line', '/calls'],
  ['a list of them', '/knowledge'],
])('is %s in the view %s if all files are added', async (shown, path) => {
  startFakeService().answer(appRoutes.listDocumentRecords, () => ({ data: [sampleDocument] }));
  const stage = { name: 'uploaded', documentId: sampleDocument.document_id } as const;
  await page.viewport(1280, 800);
  await renderInWindow(<UploadPanel items={[{ ...item, stage }]} />, { path });
  await expect.element(page.getByRole('status')).toHaveTextContent('1 added');
  const files = page.getByRole('list', { name: 'Files' });
  await expect.poll(() => files.elements()).toHaveLength(shown === 'one line' ? 0 : 1);
  if (shown === 'one line') await page.getByRole('button', { name: 'Expand uploads' }).click();
  await expect.element(files).toBeVisible();
});

test.each([
  ['no_text', 'Replace fares'],
  ['internal', 'Retry fares'],
] as const)('a document that failed with %s offers “%s”', async (code, name) => {
  const record = { ...sampleDocument, status: 'failed', error: { code, detail: 'It failed.' } } as const;
  startFakeService().answer(appRoutes.listDocumentRecords, () => ({ data: [record] }));
  const stage = { name: 'uploaded', documentId: sampleDocument.document_id } as const;
  await page.viewport(1280, 800);
  await renderInWindow(<UploadPanel items={[{ ...item, stage }]} />, { path: '/knowledge' });
  await expect.element(page.getByRole('button', { name })).toBeVisible();
  await expect.poll(() => page.getByRole('button', { name: /^(Replace|Retry) / }).elements()).toHaveLength(1);
});

test('lists a file that failed until the user goes on to another view', async () => {
  startFakeService().answer(appRoutes.listDocumentRecords, () => ({ data: [] }));
  const stage = { name: 'rejected', reason: 'The file is empty.' } as const;
  await page.viewport(1280, 800);
  const goTo = await renderInWindow(<UploadPanel items={[{ ...item, stage }]} />, { path: '/$view' });
  const files = page.getByRole('list', { name: 'Files' });
  goTo('/knowledge');
  await expect.element(files).toBeVisible();
  goTo('/calls');
  await expect.element(files).not.toBeInTheDocument();
  await expect.element(page.getByRole('status')).toHaveTextContent('1 failed');
});
