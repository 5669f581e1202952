import { useMemo, type ReactNode } from 'react';
import { matchWords } from '../../shared/matched-words.ts';

/** A text with the words of a question marked. */
export function MarkedText({ text, query }: { readonly text: string; readonly query: string }) {
  return useMemo(() => {
    const parts: ReactNode[] = [];
    let at = 0;
    for (const { start, end } of matchWords(text, query)) {
      parts.push(text.slice(at, start), <mark key={start}>{text.slice(start, end)}</mark>);
      at = end;
    }
    parts.push(text.slice(at));
    return parts;
  }, [text, query]);
}
