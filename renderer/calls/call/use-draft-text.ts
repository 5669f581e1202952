import { useCallback, useState } from 'react';

/** Unsent texts by draft key. */
const draftTexts = new Map<string, string>();

/** Returns the unsent texts, to restore them after the page was loaded again. */
export function listDraftTexts(): readonly (readonly [key: string, text: string])[] {
  return [...draftTexts];
}

export function restoreDraftTexts(texts: ReturnType<typeof listDraftTexts>): void {
  for (const [key, text] of texts) draftTexts.set(key, text);
}

type DraftText = readonly [text: string, setText: (text: string) => void, clearSentText: (sentText: string) => void];

/**
 * Holds a text that the user is writing. With a draft key, the text outlives the view until it is sent. The third
 * function clears the sent text, unless the user has changed it since.
 */
export function useDraftText(draftKey: string | null, initialText = ''): DraftText {
  const [text, setText] = useState(() => (draftKey === null ? undefined : draftTexts.get(draftKey)) ?? initialText);
  const updateText = useCallback(
    (next: string) => {
      setText(next);
      if (draftKey === null) return;
      if (next === '') draftTexts.delete(draftKey);
      else draftTexts.set(draftKey, next);
    },
    [draftKey],
  );
  const clearSentText = useCallback(
    (sentText: string) => {
      setText((current) => (current === sentText ? '' : current));
      if (draftKey !== null && draftTexts.get(draftKey) === sentText) draftTexts.delete(draftKey);
    },
    [draftKey],
  );
  return [text, updateText, clearSentText];
}
