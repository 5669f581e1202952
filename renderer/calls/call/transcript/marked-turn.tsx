import type { ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import type { TextRange } from '../../../../shared/matched-words.ts';

type MarkedTurnProps = {
  readonly text: string;
  readonly hits: readonly TextRange[];
  readonly current: TextRange | null;
};

/** What was said, as text and nothing else, with what is looked for marked. */
export function MarkedTurn({ text, hits, current }: MarkedTurnProps) {
  if (hits.length === 0) return text;
  const parts: ReactNode[] = [];
  let at = 0;
  for (const hit of hits) {
    parts.push(
      text.slice(at, hit.start),
      <mark
        key={hit.start}
        data-current={hit === current || undefined}
        className={classNames(hit === current && 'bg-accent! text-on-accent!')}
      >
        {text.slice(hit.start, hit.end)}
      </mark>,
    );
    at = hit.end;
  }
  parts.push(text.slice(at));
  return parts;
}
