import { useMemo, type ReactNode } from 'react';
import { findMatchingWords } from '../../../shared/text/find-matching-words.ts';

/** Renders a text with the words of a query highlighted. */
export function HighlightedText({ text, query }: { readonly text: string; readonly query: string }) {
  return useMemo(() => {
    const parts: ReactNode[] = [];
    let offset = 0;
    for (const { start, end } of findMatchingWords(text, query)) {
      parts.push(text.slice(offset, start), <mark key={start}>{text.slice(start, end)}</mark>);
      offset = end;
    }
    parts.push(text.slice(offset));
    return parts;
  }, [text, query]);
}
