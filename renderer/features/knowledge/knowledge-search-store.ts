import { create } from 'zustand';
import { appRoutes } from '../../../shared/contract/contract.ts';
import type { AnswerLevel, Passage } from '../../../shared/knowledge/knowledge.ts';
import { formatError } from '../../format/format-error.ts';
import { retryWhenReachable } from '../../data/retry-when-reachable.ts';
import { app } from '../../data/service-clients.ts';
import { isNotOnRemote } from './is-not-on-remote.ts';

export type KnowledgeSearchResult =
  | { readonly state: 'idle' }
  | { readonly state: 'loading'; readonly query: string }
  | {
      readonly state: 'ready';
      readonly query: string;
      readonly passages: readonly Passage[];
      /** Whether the first passage answers the question; null if the remote does not report it. */
      readonly answer: AnswerLevel | null;
      /** Whether the first passage may answer, but is from a document for employees. */
      readonly isForStaff: boolean;
      /** Whether the search model could not be used. */
      readonly isWordsOnly: boolean;
    }
  | {
      readonly state: 'failed';
      readonly query: string;
      readonly reason: string;
      /** False if the remote offers no search. */
      readonly canRetry: boolean;
    };

type KnowledgeSearchState = {
  readonly text: string;
  readonly result: KnowledgeSearchResult;
  /** A question such as “And for a dryer?” can refer to these. */
  readonly earlierQueries: readonly string[];
  /** Cancels the search that is running, if one is. */
  readonly request: AbortController | null;
  /** The search field takes the focus as soon as it is rendered. */
  readonly isFocusRequested: boolean;
};

const emptySearch = { text: '', result: { state: 'idle' }, earlierQueries: [], request: null } as const;
const maxEarlierQueries = 4;

/** The current search. It is kept when the user leaves the view. */
export const useKnowledgeSearch = create<KnowledgeSearchState>(() => ({ ...emptySearch, isFocusRequested: false }));

export function setSearchText(text: string): void {
  useKnowledgeSearch.setState({ text });
}

export function requestKnowledgeSearchFocus(isFocusRequested = true): void {
  useKnowledgeSearch.setState({ isFocusRequested });
}

/** Searches for the text in the field and cancels an earlier search. */
export async function runKnowledgeSearch(): Promise<void> {
  const query = useKnowledgeSearch.getState().text.trim();
  if (query === '') return clearKnowledgeSearch();
  const { request: earlierRequest, earlierQueries } = useKnowledgeSearch.getState();
  earlierRequest?.abort();
  const request = new AbortController();
  const before = earlierQueries.filter((earlier) => earlier !== query);
  const queries = [...before, query].slice(-maxEarlierQueries);
  useKnowledgeSearch.setState({ request, earlierQueries: queries, result: { state: 'loading', query } });
  const result = await fetchPassages({ query, before }, request.signal);
  if (useKnowledgeSearch.getState().request === request) useKnowledgeSearch.setState({ result });
}

async function fetchPassages(
  { query, before }: { readonly query: string; readonly before: readonly string[] },
  signal: AbortSignal,
): Promise<KnowledgeSearchResult> {
  try {
    const { data, answer, is_for_staff, is_words_only } = await retryWhenReachable(() =>
      app(appRoutes.askKnowledge, { json: { query, before: [...before] }, signal }),
    );
    const flags = { isForStaff: is_for_staff === true, isWordsOnly: is_words_only === true };
    return { state: 'ready', query, passages: data, answer, ...flags };
  } catch (error) {
    return { state: 'failed', query, reason: formatError(error), canRetry: !isNotOnRemote(error) };
  }
}

export function clearKnowledgeSearch(): void {
  useKnowledgeSearch.getState().request?.abort();
  useKnowledgeSearch.setState(emptySearch);
}

/** Removes the passages of a deleted document from the results. */
export function removeDocumentPassages(documentId: string): void {
  useKnowledgeSearch.setState(({ result }) =>
    result.state === 'ready'
      ? { result: { ...result, passages: result.passages.filter(({ document_id }) => document_id !== documentId) } }
      : {},
  );
}
