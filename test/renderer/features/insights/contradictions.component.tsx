import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Contradictions } from '../../../../renderer/features/insights/contradictions.tsx';
import { v1Routes } from '../../../../shared/contract/contract.ts';
import type { Contradiction, ContradictionList } from '../../../../shared/insights/contradictions.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { SavedItem } from '../../../../shared/organization/saved-items.ts';
import { startFakeService } from '../../../helpers/remote/fake-service.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';

const createPair = (id: string, question: string, count: number): Contradiction => ({
  contradiction_id: id,
  kind: 'number',
  question,
  call: {
    call_id: 'call_1',
    agent_name: 'Front desk',
    recipient_number: '+15550100',
    called_at: '2026-05-12T09:00:00.000Z',
    position: 5,
    start_seconds: 62.5,
  },
  cited: {
    document_id: 'doc_1',
    title: 'Terms',
    chunk_id: 'chk_1',
    page: 3,
    sentence: 'The late fee is $8.00.',
    part: '$8.00',
  },
  count,
  other: {
    document_id: 'doc_2',
    title: '<b>Playbook</b>',
    chunk_id: 'chk_2',
    page: null,
    sentence: 'The late fee is $10.00.',
    part: '$10.00',
  },
});

const fee = createPair('ctr_fee', 'How much is the late fee?', 12);
const returns: Contradiction = {
  ...createPair('ctr_returns', 'Can I return it?', 3),
  kind: 'negation',
  cited: { ...fee.cited, sentence: 'You can return it.', part: null },
  other: { ...fee.other, sentence: 'You cannot return it.', part: 'cannot' },
};

let service: ReturnType<typeof startFakeService>;
let saved: SavedItem[];

beforeEach(() => {
  service = startFakeService();
  saved = [];
  service.answer(v1Routes.listSavedItems, () => ({ data: saved }));
});

const render = (list: Partial<ContradictionList>, options: Parameters<typeof renderInWindow>[1] = {}) => {
  service.answer(v1Routes.listContradictions, () => ({ data: [], total: 0, pending_count: 0, ...list }));
  const period = { from: '2026-05-01T00:00:00.000Z', to: '2026-06-01T00:00:00.000Z' };
  return renderInWindow(<Contradictions period={period} agent={undefined} />, options);
};

const status = () => page.getByRole('status').first();
const rows = () => page.getByRole('list', { name: 'Possible contradictions' }).getByRole('listitem');

test('shows both sentences with what differs, their documents and the answer', async () => {
  await render({ data: [fee, returns], total: 2, pending_count: 4 });
  await expect
    .element(status())
    .toHaveTextContent(
      'In each pair, two passages about the same question have different numbers, or only one of them has a negation. Comparing the passages of 4 more questions…',
    );
  await expect.element(status()).toHaveAttribute('aria-busy', 'true');
  await expect.element(page.getByRole('heading', { name: '2 possible contradictions' })).toBeVisible();
  const [first, second] = [rows().nth(0), rows().nth(1)];
  await expect.element(first.getByText('Different numbers: $8.00 and $10.00')).toBeVisible();
  await expect.element(first.getByRole('blockquote').nth(1)).toHaveTextContent('The late fee is $10.00.');
  await expect.element(first.getByRole('link', { name: 'Terms, page 3' })).toBeVisible();
  await expect.element(second.getByText('Only one says “cannot”')).toBeVisible();
  await first.getByRole('link', { name: '<b>Playbook</b>' }).click();
  await expect.element(page.getByRole('heading', { name: /^\/knowledge\?.*chk_2/ })).toBeVisible();
});

test('leads to the answer that cites the passage', async () => {
  await render({ data: [fee], total: 1 });
  await rows()
    .getByRole('link', { name: / at 1:02$/ })
    .click();
  await expect.element(page.getByRole('heading', { name: '/calls/call_1?t=62.5' })).toBeVisible();
});

test('dismisses a pair, and restores it', async () => {
  service.answer(v1Routes.saveItem, ({ json }) => {
    const item = { ...(json as SavedItem), saved_id: 'sav_1' };
    saved.push(item);
    return item;
  });
  service.answer(v1Routes.deleteSavedItem, () => {
    saved = [];
    return { saved_id: 'sav_1' };
  });
  await render({ data: [fee, returns], total: 2 });
  await page.getByRole('button', { name: 'Dismiss the contradiction about “How much is the late fee?”' }).click();
  await expect.element(rows()).toHaveLength(1);
  expect(saved).toMatchObject([{ kind: 'dismissed_contradiction', name: 'ctr_fee', value: {} }]);
  await page.getByRole('button', { name: 'Restore 1 dismissed pair' }).click();
  await expect.element(rows()).toHaveLength(2);
});

test('says how many questions are still being checked', async () => {
  await render({ pending_count: 2 });
  await expect.element(status()).toHaveTextContent('Comparing the passages of 2 questions…');
});

test('says that nothing was found, once all questions are checked', async () => {
  await render({});
  await expect
    .element(status())
    .toHaveTextContent(
      'No cited passage differs from another one about the same question in its numbers or in a negation.',
    );
});

test('shows why the pairs could not be loaded, and loads them again', async () => {
  service.answer(v1Routes.listContradictions, () => {
    throw new Problem('internal', 'The disk cannot be read.');
  });
  const period = { from: '2026-05-01T00:00:00.000Z', to: '2026-06-01T00:00:00.000Z' };
  await renderInWindow(<Contradictions period={period} agent={undefined} />);
  await expect.element(page.getByRole('alert').getByText(/The disk cannot be read\./)).toBeVisible();
  service.answer(v1Routes.listContradictions, () => ({ data: [fee], total: 1, pending_count: 0 }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(rows()).toHaveLength(1);
});

test('explains that a remote reports no cited passages, and requests none', async () => {
  await render({ data: [fee], total: 1 }, { workspace: { kind: 'linked' } });
  await expect.element(page.getByText(/^The remote does not report where in a document/)).toBeVisible();
  await expect.element(page.getByRole('list')).not.toBeInTheDocument();
});
