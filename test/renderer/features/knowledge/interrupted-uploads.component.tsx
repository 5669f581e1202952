import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { useStore } from 'zustand';
import {
  putBackUploads,
  takeUnfinishedUploads,
} from '../../../../renderer/features/knowledge/take-unfinished-uploads.ts';
import { noticeWorkspace } from '../../../../renderer/data/session/shown-workspace.ts';
import { UploadPanel } from '../../../../renderer/features/knowledge/upload-panel.tsx';
import { uploads } from '../../../../renderer/features/knowledge/uploads.ts';
import { useKeptUploads } from '../../../../renderer/features/knowledge/use-unfinished-uploads.ts';
import { v1Routes } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { startFakeService } from '../../../helpers/remote/fake-service.ts';
import { renderInWindow, sampleWorkspace } from '../../../helpers/components/render-in-window.tsx';

function UploadsOfWindow() {
  useKeptUploads();
  return <UploadPanel items={useStore(uploads.store, ({ items }) => items)} />;
}

const listStages = () => uploads.store.getState().items.map(({ stage }) => stage.name);

afterEach(() => {
  uploads.clear();
  uploads.resume();
  sessionStorage.clear();
});

test('lists the uploads that the lock interrupted after the window was unlocked', async () => {
  const service = startFakeService();
  service.answer(v1Routes.listDocuments, () => ({ data: [], next_cursor: null }));
  const refused = Promise.withResolvers<never>();
  service.answer(v1Routes.uploadDocument, () =>
    service.listRequests(v1Routes.uploadDocument).length === 1 ? new Promise<never>(() => {}) : refused.promise,
  );
  const names = ['opening hours.txt', 'price list.txt', 'contract.txt'];
  uploads.add(names.map((name) => new File([`The text of ${name}.`], name)));
  await expect.poll(listStages).toEqual(['uploading', 'uploading', 'queued']);

  noticeWorkspace(sampleWorkspace.workspace_id);
  const taken = takeUnfinishedUploads();
  refused.reject(new Problem('locked', 'The window is locked.'));
  const kept = await taken;
  // Tests in other frames of the page share the storage.
  for (const name of names) expect(JSON.stringify({ ...sessionStorage })).not.toContain(name);
  uploads.clear(); // as the page that is loaded while the window is locked

  putBackUploads(kept);
  await renderInWindow(<UploadsOfWindow />);
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('3 uploads were interrupted by the lock. Upload them again.');
  const rows = page.getByRole('listitem').elements();
  expect(rows).toHaveLength(names.length);
  for (const row of rows)
    expect(row.textContent).toContain('The window was locked before this file was added. Add it again.');
});
