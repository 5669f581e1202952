import { useCallback, useState } from 'react';

/** By what is written where; only what has not been sent yet. */
const draftTexts = new Map<string, string>();

type DraftText = readonly [text: string, change: (text: string) => void, forget: (sent: string) => void];

/**
 * Text that is being written. With a place it outlives the view: who goes to another room finds it when coming back.
 * What was sent is forgotten unless more has been typed since.
 */
export function useDraftText(place: string | null, initial = ''): DraftText {
  const [text, setText] = useState(() => (place === null ? undefined : draftTexts.get(place)) ?? initial);
  const change = useCallback(
    (next: string) => {
      setText(next);
      if (place === null) return;
      if (next === '') draftTexts.delete(place);
      else draftTexts.set(place, next);
    },
    [place],
  );
  const forget = useCallback(
    (sent: string) => {
      setText((now) => (now === sent ? '' : now));
      if (place !== null && draftTexts.get(place) === sent) draftTexts.delete(place);
    },
    [place],
  );
  return [text, change, forget];
}
