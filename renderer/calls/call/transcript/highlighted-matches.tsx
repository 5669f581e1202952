import type { ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import type { TextRange } from '../../../../shared/find-matching-words.ts';

type HighlightedMatchesProps = {
  readonly text: string;
  readonly matches: readonly TextRange[];
  readonly currentMatch: TextRange | null;
};

/** What was said, as text and nothing else, with what is looked for marked. */
export function HighlightedMatches({ text, matches, currentMatch }: HighlightedMatchesProps) {
  if (matches.length === 0) return text;
  const parts: ReactNode[] = [];
  let at = 0;
  for (const hit of matches) {
    parts.push(
      text.slice(at, hit.start),
      <mark
        key={hit.start}
        data-current={hit === currentMatch || undefined}
        className={classNames(hit === currentMatch && 'bg-accent! text-on-accent!')}
      >
        {text.slice(hit.start, hit.end)}
      </mark>,
    );
    at = hit.end;
  }
  parts.push(text.slice(at));
  return parts;
}
