import { useMemo, type ReactNode } from 'react';
import { findMatchingWords } from '../../shared/find-matching-words.ts';

/** A text with the words of a question marked. */
export function HighlightedText({ text, query }: { readonly text: string; readonly query: string }) {
  return useMemo(() => {
    const parts: ReactNode[] = [];
    let at = 0;
    for (const { start, end } of findMatchingWords(text, query)) {
      parts.push(text.slice(at, start), <mark key={start}>{text.slice(start, end)}</mark>);
      at = end;
    }
    parts.push(text.slice(at));
    return parts;
  }, [text, query]);
}
