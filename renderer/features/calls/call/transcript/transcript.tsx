import { ArrowDown, LocateFixed } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { TimedTurn } from '../../../../../shared/calls/calls.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { findTranscriptMatches, type TranscriptMatch } from '../find-transcript-matches.ts';
import { useDeferredTurns } from '../use-deferred-turns.ts';
import { TranscriptSearch } from './transcript-search.tsx';
import { TranscriptTurn } from './transcript-turn.tsx';
import { scrollToTurn, useFollowCurrentTurn } from './use-follow-current-turn.ts';

type TranscriptProps = {
  readonly turns: readonly TimedTurn[];
  readonly currentIndex: number;
  /** True while turns are added. The current turn is the last one. */
  readonly isLive: boolean;
  readonly initialQuery: string;
  readonly searchField: RefObject<HTMLInputElement | null>;
  readonly isFollowing: boolean;
  readonly onFollowingChange: (isFollowing: boolean) => void;
  readonly onPlayTurn: (index: number) => void;
  readonly onShowSources: (index: number) => void;
  /** False if the times of the turns are not known. */
  readonly hasTimes?: boolean;
  /** False if the call has no recording. */
  readonly canPlay?: boolean;
  /** Content above the first turn. */
  readonly note?: ReactNode;
  /** Content below the last turn. */
  readonly children?: ReactNode;
};

const noMatches: readonly TranscriptMatch[] = [];

/** All turns of a call. The list follows playback until the user scrolls. */
export function Transcript(props: TranscriptProps) {
  const {
    turns,
    currentIndex,
    isLive,
    initialQuery,
    searchField,
    isFollowing,
    onFollowingChange,
    onPlayTurn,
    onShowSources,
    hasTimes = true,
    canPlay = true,
    note,
    children,
  } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState(initialQuery);
  const [matchIndex, setMatchIndex] = useState(0);
  const renderedTurns = useDeferredTurns(turns);
  const matches = useMemo(
    () =>
      findTranscriptMatches(
        turns.map(({ text }) => text),
        query,
      ),
    [turns, query],
  );
  const matchesByTurn = useMemo(() => groupByTurn(matches), [matches]);
  const shownIndex = Math.min(matchIndex, matches.length - 1);
  const currentMatch = matches[shownIndex] ?? null;
  // A turn that has just been added is rendered a moment later, and can be scrolled to only then.
  const renderedIndex = Math.min(currentIndex, renderedTurns.length - 1);
  useFollowCurrentTurn(scroller, { index: renderedIndex, isFollowing, isLive, onFollowingChange });

  const showMatch = (index: number) => {
    const match = matches[index];
    if (!match || !scroller.current) return;
    setMatchIndex(index);
    onFollowingChange(false);
    scrollToTurn(scroller.current, match.turnIndex);
  };
  useEffect(() => {
    const first = matches[0];
    if (query === '' || !first || !scroller.current || document.activeElement !== searchField.current) return;
    scrollToTurn(scroller.current, first.turnIndex);
  }, [matches, query, searchField]);

  return (
    <section aria-label="Transcript" className="flex min-h-0 min-w-0 flex-1 flex-col">
      {(isLive || turns.length > 0) && (
        <div className="flex h-10 shrink-0 items-center justify-between gap-2 border-b border-line/60 pr-4 pl-6">
          <TranscriptSearch
            field={searchField}
            query={query}
            matchCount={matches.length}
            matchIndex={Math.max(0, shownIndex)}
            onChange={(next) => {
              setQuery(next);
              setMatchIndex(0);
            }}
            onStep={(direction) => showMatch((shownIndex + direction + matches.length) % matches.length)}
          />
          {!isFollowing && !isLive && (
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
      )}
      {note}
      <div className="relative flex min-h-0 flex-1 flex-col">
        <div
          ref={scroller}
          role="region"
          aria-label="Conversation"
          tabIndex={0}
          className="min-h-0 flex-1 overflow-y-auto -outline-offset-2!"
        >
          <ol aria-label="Turns" className="@container py-2">
            {renderedTurns.map((turn, index) => (
              <TranscriptTurn
                key={index}
                turn={turn}
                index={index}
                isCurrent={index === currentIndex}
                matches={matchesByTurn.get(index) ?? noMatches}
                currentMatch={currentMatch?.turnIndex === index ? currentMatch : null}
                hasTime={hasTimes}
                canPlay={canPlay}
                onPlay={onPlayTurn}
                onShowSources={onShowSources}
              />
            ))}
          </ol>
          {children}
        </div>
        {!isFollowing && isLive && (
          <Button
            size="small"
            icon={<ArrowDown aria-hidden size={13} />}
            onClick={() => {
              onFollowingChange(true);
              scroller.current?.focus(); // the button disappears
            }}
            className="absolute bottom-3 left-1/2 -translate-x-1/2 shadow-float"
          >
            Jump to latest
          </Button>
        )}
      </div>
    </section>
  );
}

function groupByTurn(matches: readonly TranscriptMatch[]): ReadonlyMap<number, readonly TranscriptMatch[]> {
  const groups = new Map<number, TranscriptMatch[]>();
  for (const match of matches) groups.set(match.turnIndex, [...(groups.get(match.turnIndex) ?? []), match]);
  return groups;
}
