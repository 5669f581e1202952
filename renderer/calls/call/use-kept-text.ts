import { useCallback, useState } from 'react';

/** By what is written where; only what has not been sent yet. */
const kept = new Map<string, string>();

/** Text that is being written. With a place it outlives the view: who goes to another room finds it when coming back. */
export function useKeptText(place: string | null, initial = ''): readonly [string, (text: string) => void] {
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
  return [text, change];
}
