import { LocateFixed } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { TimedTurn } from '../../../../shared/calls.ts';
import { Button } from '../../../ui/button.tsx';
import { findWords, type Hit } from '../find-words.ts';
import { TranscriptSearch } from './transcript-search.tsx';
import { TurnRow } from './turn-row.tsx';
import { showTurn, useFollow } from './use-follow.ts';

type TranscriptProps = {
  readonly turns: readonly TimedTurn[];
  readonly currentIndex: number;
  /** What to look for at first. */
  readonly wanted: string;
  readonly searchField: RefObject<HTMLInputElement | null>;
  readonly isFollowing: boolean;
  readonly onFollow: (isFollowing: boolean) => void;
  readonly onHear: (index: number) => void;
  readonly onCite: (index: number) => void;
  /** Below the last turn. */
  readonly children?: ReactNode;
};

const noHits: readonly Hit[] = [];
const noTurns: readonly TimedTurn[] = [];

/** Everything that was said. It follows what is heard until a person scrolls. */
export function Transcript(props: TranscriptProps) {
  const { turns, currentIndex, wanted, searchField, isFollowing, onFollow, onHear, onCite, children } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [words, setWords] = useState(wanted);
  const [place, setPlace] = useState(0);
  const drawn = useDeferredValue(turns, noTurns); // an hour of turns may come a moment after the waves
  const hits = useMemo(
    () =>
      findWords(
        turns.map(({ text }) => text),
        words,
      ),
    [turns, words],
  );
  const hitsByTurn = useMemo(() => groupByTurn(hits), [hits]);
  const current = hits[Math.min(place, hits.length - 1)] ?? null;
  const lookAway = useMemo(() => () => onFollow(false), [onFollow]);
  useFollow(scroller, drawn.length > 0 ? currentIndex : -1, isFollowing, lookAway);

  const show = (next: number) => {
    const hit = hits[next];
    if (!hit || !scroller.current) return;
    setPlace(next);
    onFollow(false);
    showTurn(scroller.current, hit.turn);
  };
  const change = (next: string) => {
    setWords(next);
    setPlace(0);
  };
  useEffect(() => {
    const first = hits[0];
    if (words === '' || !first || !scroller.current || document.activeElement !== searchField.current) return;
    showTurn(scroller.current, first.turn);
  }, [hits, words, searchField]);

  return (
    <section aria-label="Transcript" className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex h-10 shrink-0 items-center justify-between gap-2 border-b border-line/60 pr-4 pl-6">
        <TranscriptSearch
          field={searchField}
          words={words}
          count={hits.length}
          place={current ? hits.indexOf(current) : 0}
          onChange={change}
          onStep={(direction) => show((Math.min(place, hits.length - 1) + direction + hits.length) % hits.length)}
        />
        {!isFollowing && (
          <Button
            look="quiet"
            size="small"
            icon={<LocateFixed aria-hidden size={13} />}
            onClick={() => {
              onFollow(true);
              if (scroller.current) showTurn(scroller.current, currentIndex);
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
            <TurnRow
              key={index}
              turn={turn}
              index={index}
              isCurrent={index === currentIndex}
              hits={hitsByTurn.get(index) ?? noHits}
              currentHit={current?.turn === index ? current : null}
              onHear={onHear}
              onCite={onCite}
            />
          ))}
        </ol>
        {children}
      </div>
    </section>
  );
}

function groupByTurn(hits: readonly Hit[]): ReadonlyMap<number, readonly Hit[]> {
  const groups = new Map<number, Hit[]>();
  for (const hit of hits) groups.set(hit.turn, [...(groups.get(hit.turn) ?? []), hit]);
  return groups;
}
