import { LocateFixed } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { TimedTurn } from '../../../../shared/calls.ts';
import { Button } from '../../../ui/button.tsx';
import { findTranscriptMatches, type TranscriptMatch } from '../find-transcript-matches.ts';
import { TranscriptSearch } from './transcript-search.tsx';
import { TranscriptTurn } from './transcript-turn.tsx';
import { scrollToTurn, useFollowCurrentTurn } from './use-follow-current-turn.ts';

type TranscriptProps = {
  readonly turns: readonly TimedTurn[];
  readonly currentIndex: number;
  /** What to look for at first. */
  readonly initialQuery: string;
  readonly searchField: RefObject<HTMLInputElement | null>;
  readonly isFollowing: boolean;
  readonly onFollowingChange: (isFollowing: boolean) => void;
  readonly onPlayTurn: (index: number) => void;
  readonly onShowSources: (index: number) => void;
  /** Below the last turn. */
  readonly children?: ReactNode;
};

const noMatches: readonly TranscriptMatch[] = [];
const noTurns: readonly TimedTurn[] = [];

/** Everything that was said. It follows what is heard until a person scrolls. */
export function Transcript(props: TranscriptProps) {
  const {
    turns,
    currentIndex,
    initialQuery,
    searchField,
    isFollowing,
    onFollowingChange,
    onPlayTurn,
    onShowSources,
    children,
  } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [words, setWords] = useState(initialQuery);
  const [place, setPlace] = useState(0);
  const drawn = useDeferredValue(turns, noTurns); // an hour of turns may come a moment after the waves
  const hits = useMemo(
    () =>
      findTranscriptMatches(
        turns.map(({ text }) => text),
        words,
      ),
    [turns, words],
  );
  const hitsByTurn = useMemo(() => groupByTurn(hits), [hits]);
  const current = hits[Math.min(place, hits.length - 1)] ?? null;
  const lookAway = useMemo(() => () => onFollowingChange(false), [onFollowingChange]);
  useFollowCurrentTurn(scroller, drawn.length > 0 ? currentIndex : -1, isFollowing, lookAway);

  const show = (next: number) => {
    const hit = hits[next];
    if (!hit || !scroller.current) return;
    setPlace(next);
    onFollowingChange(false);
    scrollToTurn(scroller.current, hit.turnIndex);
  };
  const change = (next: string) => {
    setWords(next);
    setPlace(0);
  };
  useEffect(() => {
    const first = hits[0];
    if (words === '' || !first || !scroller.current || document.activeElement !== searchField.current) return;
    scrollToTurn(scroller.current, first.turnIndex);
  }, [hits, words, searchField]);

  return (
    <section aria-label="Transcript" className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex h-10 shrink-0 items-center justify-between gap-2 border-b border-line/60 pr-4 pl-6">
        <TranscriptSearch
          field={searchField}
          query={words}
          matchCount={hits.length}
          matchIndex={current ? hits.indexOf(current) : 0}
          onChange={change}
          onStep={(direction) => show((Math.min(place, hits.length - 1) + direction + hits.length) % hits.length)}
        />
        {!isFollowing && (
          <Button
            variant="quiet"
            size="small"
            icon={<LocateFixed aria-hidden size={13} />}
            onClick={() => {
              onFollowingChange(true);
              if (scroller.current) scrollToTurn(scroller.current, currentIndex);
            }}
          >
            Follow
          </Button>
        )}
      </div>
      <div
        ref={scroller}
        role="region"
        aria-label="What was said"
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto -outline-offset-2!"
      >
        <ol aria-label="Turns" className="@container py-2">
          {drawn.map((turn, index) => (
            <TranscriptTurn
              key={index}
              turn={turn}
              index={index}
              isCurrent={index === currentIndex}
              matches={hitsByTurn.get(index) ?? noMatches}
              currentMatch={current?.turnIndex === index ? current : null}
              onPlay={onPlayTurn}
              onShowSources={onShowSources}
            />
          ))}
        </ol>
        {children}
      </div>
    </section>
  );
}

function groupByTurn(hits: readonly TranscriptMatch[]): ReadonlyMap<number, readonly TranscriptMatch[]> {
  const groups = new Map<number, TranscriptMatch[]>();
  for (const hit of hits) groups.set(hit.turnIndex, [...(groups.get(hit.turnIndex) ?? []), hit]);
  return groups;
}
