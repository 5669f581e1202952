import type { SearchMatch } from '../../../../shared/calls/calls.ts';
import { findMatchingWords } from '../../../../shared/text/find-matching-words.ts';
import { formatClock } from '../../../format/format-clock.ts';
import { HighlightedText } from '../../../ui/page/highlighted-text.tsx';
import { speakerLabels } from '../../../format/speaker-labels.ts';

type SearchMatchLineProps = { readonly match: SearchMatch; readonly query: string };

/** Where a search matches a call: the excerpt, after the time and the speaker of a turn, or what else the text is. */
export function SearchMatchLine({ match, query }: SearchMatchLineProps) {
  const excerpt = (
    <bdi className={isQuote(match) ? undefined : 'text-ink'}>
      <HighlightedText text={createMatchExcerpt(match.text, query)} query={query} />
    </bdi>
  );
  return (
    <>
      <MatchSource match={match} /> {isQuote(match) ? <span>“{excerpt}”</span> : excerpt}
    </>
  );
}

function MatchSource({ match }: { readonly match: SearchMatch }) {
  switch (match.kind) {
    case 'turn':
      return (
        <>
          <span className="tabular-nums">{formatClock(match.start_seconds)}</span>{' '}
          <span className={match.speaker === 'agent' ? 'text-accent' : 'text-recipient'}>
            {speakerLabels[match.speaker]}
          </span>
        </>
      );
    case 'note':
      return (
        <>
          <span className="tabular-nums">{formatClock(match.at_seconds)}</span> Note
        </>
      );
    case 'name':
      return 'Name';
    case 'tag':
      return 'Tag';
    case 'metadata':
      return <bdi>{match.name}</bdi>;
  }
}

function isQuote({ kind }: SearchMatch): boolean {
  return kind === 'turn' || kind === 'note';
}

/** The number of characters before the first match. */
const leadLength = 48;
const maxExcerptLength = 400;

/** Returns the part of a text around the first matching word, starting at a word boundary. */
export function createMatchExcerpt(text: string, query: string): string {
  const matchStart = findMatchingWords(text, query)[0]?.start ?? 0;
  if (matchStart <= leadLength) return text.slice(0, maxExcerptLength);
  const wordStart = text.indexOf(' ', matchStart - leadLength) + 1;
  const start = wordStart === 0 || wordStart > matchStart ? matchStart : wordStart;
  return `… ${text.slice(start, start + maxExcerptLength)}`;
}
