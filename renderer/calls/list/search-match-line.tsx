import type { CallRecord } from '../../../shared/calls.ts';
import { findMatchingWords } from '../../../shared/find-matching-words.ts';
import { formatClock } from '../../format/format-clock.ts';
import { HighlightedText } from '../../knowledge/highlighted-text.tsx';
import { speakerLabels } from '../call-labels.ts';

type SearchMatchLineProps = { readonly match: NonNullable<CallRecord['match']>; readonly query: string };

/** The time, speaker and excerpt of the turn that matches a search. */
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

type MetadataMatchLineProps = { readonly match: NonNullable<CallRecord['metadata_match']>; readonly query: string };

/** The metadata entry that matches a search. */
export function MetadataMatchLine({ match: { name, text }, query }: MetadataMatchLineProps) {
  return (
    <>
      {name}{' '}
      <bdi className="text-ink">
        <HighlightedText text={createMatchExcerpt(text, query)} query={query} />
      </bdi>
    </>
  );
}

/** The number of characters before the first match. */
const leadLength = 48;
const maxExcerptLength = 400;

/** Returns the part of a turn around the first matching word, starting at a word boundary. */
export function createMatchExcerpt(text: string, query: string): string {
  const matchStart = findMatchingWords(text, query)[0]?.start ?? 0;
  if (matchStart <= leadLength) return text.slice(0, maxExcerptLength);
  const wordStart = text.indexOf(' ', matchStart - leadLength) + 1;
  const start = wordStart === 0 || wordStart > matchStart ? matchStart : wordStart;
  return `… ${text.slice(start, start + maxExcerptLength)}`;
}
