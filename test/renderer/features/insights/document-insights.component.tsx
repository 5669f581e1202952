import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { DocumentInsightsSection } from '../../../../renderer/features/insights/document-insights.tsx';
import { v1Routes } from '../../../../shared/contract/contract.ts';
import type { CitedPassage, DocumentInsights } from '../../../../shared/insights/document-insights.ts';
import { startFakeService } from '../../../helpers/remote/fake-service.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';

const createPassage = (number: number): CitedPassage => ({
  document_id: 'doc_1',
  title: '<b>Terms</b>',
  chunk_id: `chk_${number}`,
  page: number === 1 ? 3 : null,
  text: `Passage ${number}`,
  count: 10 - number,
  citations: [
    {
      call_id: 'call_1',
      agent_version: 1,
      agent_name: 'Front desk',
      recipient_number: '+15550100',
      called_at: '2026-05-12T09:00:00.000Z',
      position: 5,
      start_seconds: 62.5,
    },
  ],
});

const insights: DocumentInsights = {
  cited_passages: [1, 2, 3, 4, 5, 6].map(createPassage),
  cited_passage_count: 6,
  citation_count: 39,
  uncited_documents: [
    { document_id: 'doc_2', title: 'Old prices', chunks_created: 4, added_at: '2026-01-12T09:00:00.000Z' },
  ],
  uncited_document_count: 1,
  document_count: 2,
};

let service: ReturnType<typeof startFakeService>;

beforeEach(() => {
  service = startFakeService();
});

const render = (response: DocumentInsights, options: Parameters<typeof renderInWindow>[1] = {}) => {
  service.answer(v1Routes.getDocumentInsights, () => response);
  const period = { from: '2026-05-01T00:00:00.000Z', to: '2026-06-01T00:00:00.000Z' };
  return renderInWindow(<DocumentInsightsSection period={period} agent={undefined} />, options);
};

test('lists the passages cited most, each with the answers that cite it', async () => {
  await render(insights);
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent('39 citations of 6 passages. 1 of 2 documents without citations.');
  const list = page.getByRole('list', { name: 'Most cited passages' });
  await expect.element(list.getByRole('listitem')).toHaveLength(5);
  await page.getByRole('button', { name: 'Show all 6: Most cited passages' }).click();
  await expect.element(list.getByRole('listitem')).toHaveLength(6);
  await expect.element(list.getByText('and 8 earlier')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: '6 most cited passages' })).toBeVisible();
  const row = list.getByRole('listitem').first().element().getBoundingClientRect();
  const text = list.getByText('Passage 1').element().getBoundingClientRect();
  expect(row.right - text.right, 'the text has the full width').toBeLessThan(1);
  await expect.element(list.getByRole('link', { name: '<b>Terms</b>, page 3' })).toBeVisible();
  await list
    .getByRole('link', { name: / at 1:02$/ })
    .first()
    .click();
  await expect.element(page.getByRole('heading', { name: '/calls/call_1?t=62.5' })).toBeVisible();
});

test('lists the documents without citations', async () => {
  await render({ ...insights, cited_passages: [], cited_passage_count: 0, citation_count: 0 });
  await expect.element(page.getByText('No passage was cited. 1 of 2 documents without citations.')).toBeVisible();
  await expect.element(page.getByRole('list', { name: 'Most cited passages' })).not.toBeInTheDocument();
  const list = page.getByRole('list', { name: 'Documents without citations' });
  await expect.element(list.getByText('4 passages')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: '1 document without citations' })).toBeVisible();
  await list.getByRole('link', { name: 'Old prices' }).click();
  await expect.element(page.getByRole('heading', { name: '/knowledge?document=doc_2' })).toBeVisible();
});

const allCited = { ...insights, uncited_documents: [], uncited_document_count: 0 };

test('says so if every document was cited', async () => {
  await render(allCited);
  await expect.element(page.getByText(/Every document was cited\.$/)).toBeVisible();
});

test('says so if the period has no documents', async () => {
  await render({ ...allCited, cited_passages: [], cited_passage_count: 0, citation_count: 0, document_count: 0 });
  await expect.element(page.getByText(/^No documents in this period\./)).toBeVisible();
});

test('asks nothing of a remote', async () => {
  await render(insights, { workspace: { kind: 'linked' } });
  await expect.element(page.getByText(/^The remote does not report where in a document/)).toBeVisible();
  await expect.element(page.getByRole('list')).not.toBeInTheDocument();
});
