import { create } from 'zustand';
import { v1Routes } from '../../shared/contract.ts';
import type { Passage } from '../../shared/knowledge.ts';
import { formatError } from '../format/format-error.ts';
import { v1 } from '../service-clients.ts';

export type KnowledgeSearchResult =
  | { readonly state: 'idle' }
  | { readonly state: 'loading'; readonly query: string }
  | { readonly state: 'ready'; readonly query: string; readonly passages: readonly Passage[] }
  | { readonly state: 'failed'; readonly query: string; readonly reason: string };

type KnowledgeSearchState = {
  readonly text: string;
  readonly result: KnowledgeSearchResult;
  /** The field should take the focus as soon as it is there. */
  readonly isFocusRequested: boolean;
};

const emptySearch: Pick<KnowledgeSearchState, 'text' | 'result'> = { text: '', result: { state: 'idle' } };

/** What was asked and found; outlives the view, so that coming back finds it as it was left. */
export const useKnowledgeSearch = create<KnowledgeSearchState>(() => ({ ...emptySearch, isFocusRequested: false }));

let activeRequest: AbortController | null = null;

export function setSearchText(text: string): void {
  useKnowledgeSearch.setState({ text });
}

export function requestKnowledgeSearchFocus(isFocusRequested = true): void {
  useKnowledgeSearch.setState({ isFocusRequested: isFocusRequested });
}

/** Asks what stands in the field; a question asked before is given up. */
export async function runKnowledgeSearch(): Promise<void> {
  const query = useKnowledgeSearch.getState().text.trim();
  if (query === '') return clearKnowledgeSearch();
  activeRequest?.abort();
  const mine = new AbortController();
  activeRequest = mine;
  useKnowledgeSearch.setState({ result: { state: 'loading', query } });
  const result = await fetchPassages(query, mine.signal);
  if (activeRequest === mine) useKnowledgeSearch.setState({ result: result });
}

async function fetchPassages(query: string, signal: AbortSignal): Promise<KnowledgeSearchResult> {
  try {
    const { data } = await v1(v1Routes.searchKnowledge, { json: { query }, signal });
    return { state: 'ready', query, passages: data };
  } catch (error) {
    return { state: 'failed', query, reason: formatError(error) };
  }
}

export function clearKnowledgeSearch(): void {
  activeRequest?.abort();
  activeRequest = null;
  useKnowledgeSearch.setState(emptySearch);
}

/** A deleted document is not quoted any longer. */
export function removeDocumentPassages(documentId: string): void {
  useKnowledgeSearch.setState(({ result }) =>
    result.state === 'ready'
      ? { result: { ...result, passages: result.passages.filter(({ document_id }) => document_id !== documentId) } }
      : {},
  );
}
