import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  clearKnowledgeSearch,
  runKnowledgeSearch,
  setSearchText,
  useKnowledgeSearch,
} from '../../../../renderer/features/knowledge/knowledge-search-store.ts';
import { KnowledgeSearchField } from '../../../../renderer/features/knowledge/knowledge-search-field.tsx';
import { PassageList } from '../../../../renderer/features/knowledge/passage-list.tsx';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import type { AnswerLevel, Passage } from '../../../../shared/knowledge/knowledge.ts';
import { startFakeService } from '../../../helpers/remote/fake-service.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';

beforeEach(clearKnowledgeSearch);

function SearchResult() {
  const { result } = useKnowledgeSearch();
  return result.state === 'idle' ? null : (
    <PassageList result={result} openChunkId={undefined} onOpenPage={() => {}} onOpen={() => {}} />
  );
}

async function ask(
  query: string,
  answered: { readonly answer: AnswerLevel; readonly scores: readonly number[] },
  content = <SearchResult />,
) {
  const service = startFakeService();
  service.answer(appRoutes.listDocumentRecords, () => ({ data: [] }));
  service.answer(appRoutes.askKnowledge, () => ({
    data: answered.scores.map((score, index): Passage => createPassage(index, score)),
    answer: answered.answer,
    is_answered: answered.answer === 'likely',
  }));
  await renderInWindow(content);
  setSearchText(query);
  await runKnowledgeSearch();
  return service;
}

function createPassage(index: number, score: number): Passage {
  return {
    document_id: 'doc_1',
    chunk_id: `chk_${index}`,
    title: 'Opening hours',
    page: null,
    text: `Passage ${index}`,
    score,
    dense: score,
    lexical: score,
  };
}

test.each(['{Enter}', '{Escape}'])('the way back by %s focuses the search field', async (key) => {
  const content = (
    <>
      <KnowledgeSearchField />
      <SearchResult />
    </>
  );
  await ask('When do you open?', { answer: 'likely', scores: [0.7] }, content);
  page.getByRole('button', { name: 'Back to documents' }).element().focus();
  await userEvent.keyboard(key);
  await expect.element(page.getByRole('region', { name: 'Passages' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('textbox', { name: 'Search the knowledge base' })).toHaveFocus();
});

test('an answered question has its passages, each with a word for its score', async () => {
  await ask('When do you open?', { answer: 'likely', scores: [0.7, 0.5, 0.4, 0.2] });
  await expect.element(page.getByRole('list', { name: 'Passages', exact: true })).toBeVisible();
  await expect.element(page.getByRole('status')).toHaveTextContent('4 passages for “When do you open?”');
  await expect.element(page.getByText('Your documents don’t answer this')).not.toBeInTheDocument();
  for (const [index, word] of ['Strong', 'Strong', 'Fair', 'Weak'].entries())
    await expect.element(page.getByRole('listitem').nth(index)).toMatchTextContent(new RegExp(`Match: ${word}, score`));
});

test('a question that the documents do not answer says so, and shows the closest passages as such', async () => {
  await ask('asdf qwer', { answer: 'none', scores: [0.2] });
  await expect.element(page.getByText('Your documents don’t answer this')).toBeVisible();
  await expect.element(page.getByRole('list', { name: 'Closest passages' })).toBeVisible();
  await expect.element(page.getByRole('status')).toHaveTextContent('1 closest passage for “asdf qwer”, no answer');
});

test('a question that the documents possibly answer shows the closest passages, and does not say that there is no answer', async () => {
  await ask('Do you open early?', { answer: 'possible', scores: [0.4, 0.3] });
  await expect.element(page.getByText('The closest passage may answer this')).toBeVisible();
  await expect.element(page.getByText('Your documents don’t answer this')).not.toBeInTheDocument();
  await expect.element(page.getByRole('list', { name: 'Closest passages' })).toBeVisible();
  await expect.element(page.getByRole('status')).toHaveTextContent('2 closest passages for “Do you open early?”');
});

test('a passage has the full width of the list, and not the width of its text', async () => {
  await ask('When do you open?', { answer: 'likely', scores: [0.7] });
  const quote = page.getByRole('listitem').element().querySelector('blockquote');
  const { width } = page.getByRole('listitem').element().getBoundingClientRect();
  expect(width).toBeGreaterThan(800);
  expect(quote?.getBoundingClientRect().width).toBeGreaterThan(width - 50);
});

test('a question is asked with the questions before it, until the search is cleared', async () => {
  const service = await ask('When does the sale start?', { answer: 'likely', scores: [0.7] });
  const search = (query: string) => {
    setSearchText(query);
    return runKnowledgeSearch();
  };
  await search('When does it end?');
  await search('When does it end?');
  clearKnowledgeSearch();
  await search('And online?');
  expect(service.listRequests(appRoutes.askKnowledge).map(({ json }) => json)).toEqual([
    { query: 'When does the sale start?', before: [] },
    { query: 'When does it end?', before: ['When does the sale start?'] },
    { query: 'When does it end?', before: ['When does the sale start?'] },
    { query: 'And online?', before: [] },
  ]);
});
