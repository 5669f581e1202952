import { create } from 'zustand';
import { v1Routes } from '../../shared/contract.ts';
import type { Passage } from '../../shared/knowledge.ts';
import { tellError } from '../format/tell-error.ts';
import { v1 } from '../service.ts';

export type Answer =
  | { readonly state: 'idle' }
  | { readonly state: 'loading'; readonly query: string }
  | { readonly state: 'ready'; readonly query: string; readonly passages: readonly Passage[] }
  | { readonly state: 'failed'; readonly query: string; readonly reason: string };

type AskState = {
  readonly text: string;
  readonly answer: Answer;
  /** The field should take the focus as soon as it is there. */
  readonly isFocusWanted: boolean;
};

const nothing: Pick<AskState, 'text' | 'answer'> = { text: '', answer: { state: 'idle' } };

/** What was asked and found; outlives the view, so that coming back finds it as it was left. */
export const useAsk = create<AskState>(() => ({ ...nothing, isFocusWanted: false }));

let asked: AbortController | null = null;

export function typeQuestion(text: string): void {
  useAsk.setState({ text });
}

export function requestAskFocus(isFocusWanted = true): void {
  useAsk.setState({ isFocusWanted });
}

/** Asks what stands in the field; a question asked before is given up. */
export async function ask(): Promise<void> {
  const query = useAsk.getState().text.trim();
  if (query === '') return forgetAsk();
  asked?.abort();
  const mine = new AbortController();
  asked = mine;
  useAsk.setState({ answer: { state: 'loading', query } });
  const answer = await search(query, mine.signal);
  if (asked === mine) useAsk.setState({ answer });
}

async function search(query: string, signal: AbortSignal): Promise<Answer> {
  try {
    const { data } = await v1(v1Routes.searchKnowledge, { json: { query }, signal });
    return { state: 'ready', query, passages: data };
  } catch (error) {
    return { state: 'failed', query, reason: tellError(error) };
  }
}

export function forgetAsk(): void {
  asked?.abort();
  asked = null;
  useAsk.setState(nothing);
}

/** A deleted document is not quoted any longer. */
export function forgetPassagesOf(documentId: string): void {
  useAsk.setState(({ answer }) =>
    answer.state === 'ready'
      ? { answer: { ...answer, passages: answer.passages.filter(({ document_id }) => document_id !== documentId) } }
      : {},
  );
}
