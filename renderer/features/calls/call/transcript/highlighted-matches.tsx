import type { ReactNode } from 'react';
import { classNames } from '../../../../ui/page/class-names.ts';
import type { TextRange } from '../../../../../shared/text/find-matching-words.ts';

type HighlightedMatchesProps = {
  readonly text: string;
  readonly matches: readonly TextRange[];
  readonly currentMatch: TextRange | null;
};

/** Plain text with the given ranges highlighted. */
export function HighlightedMatches({ text, matches, currentMatch }: HighlightedMatchesProps) {
  if (matches.length === 0) return text;
  const parts: ReactNode[] = [];
  let position = 0;
  for (const match of matches) {
    parts.push(
      text.slice(position, match.start),
      <mark
        key={match.start}
        data-current={match === currentMatch || undefined}
        className={classNames(match === currentMatch && 'bg-accent! text-on-accent!')}
      >
        {text.slice(match.start, match.end)}
      </mark>,
    );
    position = match.end;
  }
  parts.push(text.slice(position));
  return parts;
}
