import { useCallback, useState } from 'react';

/** By what is written where; only what has not been sent yet. */
const kept = new Map<string, string>();

type KeptText = readonly [text: string, change: (text: string) => void, forget: (sent: string) => void];

/**
 * Text that is being written. With a place it outlives the view: who goes to another room finds it when coming back.
 * What was sent is forgotten unless more has been typed since.
 */
export function useKeptText(place: string | null, initial = ''): KeptText {
  const [text, setText] = useState(() => (place === null ? undefined : kept.get(place)) ?? initial);
  const change = useCallback(
    (next: string) => {
      setText(next);
      if (place === null) return;
      if (next === '') kept.delete(place);
      else kept.set(place, next);
    },
    [place],
  );
  const forget = useCallback(
    (sent: string) => {
      setText((now) => (now === sent ? '' : now));
      if (place !== null && kept.get(place) === sent) kept.delete(place);
    },
    [place],
  );
  return [text, change, forget];
}
