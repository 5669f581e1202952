import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { DocumentPanel } from '../../../../renderer/features/knowledge/document-panel.tsx';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';
import { sampleDocument } from '../../../helpers/components/sample-document.ts';
import { startFakeService } from '../../../helpers/remote/fake-service.ts';

const createAction = (label: string) => ({ label, disabledReason: null, run: () => {} });

const actions = {
  saveOriginal: createAction('Download original'),
  replace: createAction('Replace…'),
  rename: createAction('Rename…'),
  editLabels: createAction('Edit labels…'),
  retry: createAction('Retry processing'),
  pending: [],
  delete: createAction('Delete document'),
};

test.each([
  ['unreadable', 'Replace…'],
  ['interrupted', 'Retry processing'],
] as const)('offers first what helps after a document failed: %s', async (code, first) => {
  startFakeService();
  const error = { code, detail: 'It failed.' };
  await page.viewport(1280, 800);
  await renderInWindow(
    <DocumentPanel
      document={{ ...sampleDocument, status: 'failed', error, chunks_created: 0 }}
      tab="original"
      chunkId={undefined}
      page={undefined}
      onOpenPage={null}
      onTabChange={() => {}}
      actions={actions}
      onClosePage={() => {}}
      isCovered={false}
      isRetrying={false}
      onClose={() => {}}
    />,
  );
  const offered = page.getByRole('button', { name: /^(Replace|Retry)/ });
  await expect.poll(() => offered.elements().map(({ textContent }) => textContent)).toHaveLength(2);
  expect(offered.elements()[0]?.textContent).toBe(first);
});
