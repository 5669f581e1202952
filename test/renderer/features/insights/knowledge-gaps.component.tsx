import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { CommandProvider } from '../../../../renderer/ui/commands/command-context.tsx';
import { refreshKnowledgeGaps } from '../../../../renderer/features/insights/insights-query.ts';
import { formatNumber } from '../../../../renderer/format/format-number.ts';
import { KnowledgeGaps } from '../../../../renderer/features/insights/knowledge-gaps.tsx';
import { takeUploadQuestion } from '../../../../renderer/features/knowledge/file-dialog-store.ts';
import { commands } from '../../../../shared/window/commands.ts';
import { v1Routes } from '../../../../shared/contract/contract.ts';
import type { KnowledgeGap, KnowledgeGapList } from '../../../../shared/insights/knowledge-gaps.ts';
import { connectionError, startFakeService } from '../../../helpers/remote/fake-service.ts';
import { listMovingElements, pauseMotions } from '../../../helpers/browser/paused-motions.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';

const createGap = (question: string, count: number): KnowledgeGap => ({
  question,
  count,
  question_ids: Array.from({ length: count }, (_, index) => `${question} ${index}`),
  calls: [
    {
      call_id: 'call_1',
      agent_name: 'Front desk',
      recipient_number: '+15550100',
      asked_at: '2026-05-12T09:00:00.000Z',
      position: 5,
      start_seconds: 62.5,
      question,
    },
  ],
});

const names = ['bitcoin', 'checks', 'dogs', 'trees', 'parking', '<b>logos</b>'];
const data = names.map((name, index) => createGap(`What about ${name}?`, names.length - index));
const gaps: KnowledgeGapList = { data, total: 6, question_count: 23, pending_count: 2 };

const passage = {
  document_id: 'doc_1',
  title: 'Payment',
  chunk_id: 'chk_1',
  text: 'You can pay with bitcoin.',
  page: 3,
  score: 0.8,
  dense: 0.8,
  lexical: 0.8,
};

let service: ReturnType<typeof startFakeService>;

beforeEach(() => {
  service = startFakeService();
});

afterEach(() => vi.restoreAllMocks());

const render = (list: KnowledgeGapList, options: Parameters<typeof renderInWindow>[1] = {}) => {
  service.answer(v1Routes.listKnowledgeGaps, () => list);
  const period = { from: '2026-05-01T00:00:00.000Z', to: '2026-06-01T00:00:00.000Z' };
  return renderInWindow(
    <CommandProvider value={commands.map((command) => ({ ...command, disabledReason: null, run: () => {} }))}>
      <KnowledgeGaps period={period} agent={undefined} />
    </CommandProvider>,
    options,
  );
};

test('lists the most frequent questions, each with its calls at the moment it was asked', async () => {
  await render(gaps);
  await expect
    .element(page.getByRole('status').first())
    .toHaveTextContent('21 questions were not answered from the documents, in 6 groups. Grouping 2 more questions…');
  await expect.element(page.getByRole('status').first()).toHaveAttribute('aria-busy', 'true');
  const list = page.getByRole('list', { name: 'Knowledge gaps' });
  await expect.element(list.getByRole('listitem')).toHaveLength(5);
  await page.getByRole('button', { name: 'Show all 6' }).click();
  await expect.element(list.getByRole('listitem')).toHaveLength(6);
  await expect.element(page.getByText('What about <b>logos</b>?')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: '6 knowledge gaps' })).toBeVisible();
  await list
    .getByRole('link', { name: / at 1:02$/ })
    .first()
    .click();
  await expect.element(page.getByRole('heading', { name: '/calls/call_1?t=62.5' })).toBeVisible();
});

test('shows earlier calls of a question on request', async () => {
  const gap = createGap('What about bitcoin?', 60);
  const createCalls = (count: number, position: number) =>
    Array.from({ length: count }, (_, index) =>
      gap.calls.map((call) => ({ ...call, call_id: `call_${index}`, position })),
    );
  service.answer(v1Routes.listKnowledgeGapCalls, () => ({ data: createCalls(50, 7).flat() }));
  await render({ data: [gap], total: 1, question_count: 60, pending_count: 0 });
  const links = page.getByRole('link', { name: / at 1:02$/ });
  await expect.element(links).toHaveLength(1);
  await page.getByRole('button', { name: 'Show 50 earlier calls of “What about bitcoin?”' }).click();
  await expect.element(links).toHaveLength(51);
  await expect.element(links.nth(1)).toHaveFocus();
  service.answer(v1Routes.listKnowledgeGapCalls, () => {
    throw connectionError;
  });
  const rest = page.getByRole('button', { name: 'Show 9 earlier calls of “What about bitcoin?”' });
  await rest.click();
  await expect.element(page.getByText('The earlier calls of “What about bitcoin?” were not loaded')).toBeVisible();
  await expect.element(links).toHaveLength(51);
  service.answer(v1Routes.listKnowledgeGapCalls, () => ({ data: createCalls(9, 9).flat() }));
  await rest.click();
  await expect.element(links).toHaveLength(60);
  await expect.element(rest).not.toBeInTheDocument();
  await expect.element(links.nth(51)).toHaveFocus();
  const offsets = service.listRequests(v1Routes.listKnowledgeGapCalls).map(({ json }) => json);
  expect(offsets).toMatchObject([{ offset: 1 }, { offset: 51 }, { offset: 51 }]);
});

test('shows in place whether the documents now answer a question', async () => {
  const resolution = { resolved_count: 0, question: 'What about bitcoin?', answer: null, passage: null };
  service.answer(v1Routes.resolveKnowledgeGap, () => ({ ...resolution, is_resolved: false }));
  await render(gaps);
  await page.getByRole('button', { name: 'Resolve “What about bitcoin?”' }).click();
  await expect.element(page.getByText('Your documents still do not answer this question.')).toBeVisible();

  service.answer(v1Routes.resolveKnowledgeGap, () => ({
    ...resolution,
    is_resolved: true,
    resolved_count: 6,
    answer: 'You can pay with bitcoin.',
    passage,
  }));
  await page.getByRole('button', { name: 'Resolve “What about bitcoin?”' }).click();
  const resolved = page.getByRole('list', { name: 'Resolved knowledge gaps' });
  await expect.element(resolved.getByRole('listitem')).toHaveFocus();
  await expect.element(resolved.getByText('You can pay with bitcoin.')).toBeVisible();
  const quote = resolved.getByText('You can pay with bitcoin.').element().getBoundingClientRect();
  expect(quote.width, 'the passage has the full width').toBeGreaterThan(700);
  await expect.element(resolved.getByRole('link', { name: 'Payment, page 3' })).toBeVisible();
  await resolved.getByRole('button', { name: /^Dismiss/ }).click();
  await expect.element(resolved).not.toBeInTheDocument();
});

test('says that a question is still not answered although its row was drawn again meanwhile', async () => {
  const response = Promise.withResolvers<void>();
  service.answer(v1Routes.resolveKnowledgeGap, async () => {
    await response.promise;
    return { resolved_count: 0, question: 'What about bitcoin?', answer: null, passage: null, is_resolved: false };
  });
  await render(gaps);
  await page.getByRole('button', { name: 'Resolve “What about bitcoin?”' }).click();
  const gap = createGap('What about bitcoin?', names.length);
  const withNewQuestion = { ...gap, question_ids: ['asked now', ...gap.question_ids], count: 7 };
  service.answer(v1Routes.listKnowledgeGaps, () => ({ ...gaps, data: [withNewQuestion, ...data.slice(1)] }));
  refreshKnowledgeGaps();
  await expect.element(page.getByTitle('7 questions')).toBeVisible();
  response.resolve();
  await expect.element(page.getByText('Your documents still do not answer this question.')).toBeVisible();
});

test('the questions below one that is answered move up into the gap', async () => {
  await render(gaps);
  const items = page.getByRole('list', { name: 'Knowledge gaps' }).getByRole('listitem');
  await expect.element(items).toHaveLength(5);
  pauseMotions();
  service.answer(v1Routes.listKnowledgeGaps, () => ({ ...gaps, data: data.slice(1), total: 5 }));
  refreshKnowledgeGaps();
  await expect.element(page.getByText('What about <b>logos</b>?')).toBeVisible();
  const moving = listMovingElements(items.elements());
  expect(moving).toHaveLength(4);
  expect(moving.every(([, offsetPx]) => offsetPx > 30)).toBe(true);
});

test('an upload keeps the question that it should answer', async () => {
  await render(gaps);
  await page.getByRole('button', { name: 'Add document for “What about dogs?”' }).click();
  expect(takeUploadQuestion()).toBe('What about dogs?');
  expect(takeUploadQuestion(), 'only the files of this dialog').toBeNull();
});

test('says how many questions are compared if there are too many', async () => {
  await render({ ...gaps, question_count: 6_200, pending_count: 0 });
  const sentences = `${formatNumber(6_200)} questions were not answered from the documents. The latest ${formatNumber(5_000)} are in 6 groups.`;
  await expect.element(page.getByText(sentences)).toBeVisible();
});

test('shows a sentence if every question was answered', async () => {
  await render({ data: [], total: 0, question_count: 0, pending_count: 0 });
  await expect.element(page.getByText('No unanswered questions in this period.')).toBeVisible();
});

test('explains that a remote reports no gaps, and requests none', async () => {
  await render(gaps, { workspace: { kind: 'linked' } });
  await expect.element(page.getByText(/^The remote does not report which questions/)).toBeVisible();
  await expect.element(page.getByRole('list')).not.toBeInTheDocument();
});

test('a viewer cannot resolve a question', async () => {
  await render(gaps, { role: 'viewer', highestRole: 'viewer' });
  await expect
    .element(page.getByRole('button', { name: 'Resolve “What about bitcoin?”' }))
    .toHaveAttribute('aria-disabled', 'true');
});
