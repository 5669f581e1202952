import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { UploadPanel } from '../../../../renderer/features/knowledge/upload-panel.tsx';
import type { UploadItem } from '../../../../renderer/features/knowledge/upload-item.ts';
import { v1Routes } from '../../../../shared/contract/contract.ts';
import { startFakeService } from '../../../helpers/remote/fake-service.ts';
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
  startFakeService().answer(v1Routes.listDocuments, () => ({ data: [], next_cursor: null }));
  const files = page.getByRole('list', { name: 'Files' });
  await page.viewport(1280, 800);
  await renderInWindow(<UploadPanel items={[item]} />);
  await expect.element(files).toBeVisible();
  await page.viewport(640, 400);
  await expect.element(files).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Review files' }).click();
  await expect.element(files).toBeVisible();
});
