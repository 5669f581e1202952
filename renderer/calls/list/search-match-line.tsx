import type { CallRecord } from '../../../shared/calls.ts';
import { formatClock } from '../../format/format-clock.ts';
import { speakerLabels } from '../call/transcript-export.ts';
import { HighlightedText } from '../../knowledge/highlighted-text.tsx';
import { createMatchExcerpt } from './create-match-excerpt.ts';

type SearchMatchLineProps = { readonly match: NonNullable<CallRecord['match']>; readonly query: string };

/** Who said the words that were searched for, at which moment, and what stands around them. */
export function SearchMatchLine({ match, query }: SearchMatchLineProps) {
  return (
    <>
      <span className="tabular-nums">{formatClock(match.start_seconds)}</span>{' '}
      <span className={match.speaker === 'agent' ? 'text-accent' : 'text-recipient'}>
        {speakerLabels[match.speaker]}
      </span>{' '}
      <span>
        “
        <bdi>
          <HighlightedText text={createMatchExcerpt(match.text, query)} query={query} />
        </bdi>
        ”
      </span>
    </>
  );
}
