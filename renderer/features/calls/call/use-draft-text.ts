import { useCallback, useState } from 'react';
import { create } from 'zustand';

type DraftTexts = Readonly<Record<string, string>>;

/** The unsent texts by draft key. */
export const useDraftTexts = create<{ readonly texts: DraftTexts }>(() => ({ texts: {} }));

const readDraftText = (key: string) => useDraftTexts.getState().texts[key];

function writeDraftText(key: string, text: string): void {
  const { [key]: _, ...others } = useDraftTexts.getState().texts;
  useDraftTexts.setState({ texts: text === '' ? others : { ...others, [key]: text } });
}

export function hasDraftText(key: string): boolean {
  return readDraftText(key) !== undefined;
}

export function discardDraftText(key: string): void {
  writeDraftText(key, '');
}

type DraftText = readonly [text: string, setText: (text: string) => void, clearSentText: (sentText: string) => void];

/**
 * Holds a text that the user is writing. With a draft key, the text outlives the view until it is sent. The third
 * function clears the sent text, unless the user has changed it since.
 */
export function useDraftText(draftKey: string | null, initialText = ''): DraftText {
  const [text, setText] = useState(() => (draftKey === null ? undefined : readDraftText(draftKey)) ?? initialText);
  const updateText = useCallback(
    (next: string) => {
      setText(next);
      if (draftKey !== null) writeDraftText(draftKey, next);
    },
    [draftKey],
  );
  const clearSentText = useCallback(
    (sentText: string) => {
      setText((current) => (current === sentText ? '' : current));
      if (draftKey !== null && readDraftText(draftKey) === sentText) writeDraftText(draftKey, '');
    },
    [draftKey],
  );
  return [text, updateText, clearSentText];
}
