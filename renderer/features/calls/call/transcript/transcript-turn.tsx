import { Quote } from 'lucide-react';
import { memo } from 'react';
import { formatClock } from '../../../../format/format-clock.ts';
import type { TimedTurn } from '../../../../../shared/calls/calls.ts';
import { formatCount } from '../../../../format/format-number.ts';
import { classNames } from '../../../../ui/page/class-names.ts';
import type { TranscriptMatch } from '../find-transcript-matches.ts';
import { HighlightedMatches } from './highlighted-matches.tsx';
import { ModelTurnNote } from './model-turn-note.tsx';
import { TurnSpeechNote } from './turn-speech-note.tsx';
import { speakerLabels } from '../../../../format/speaker-labels.ts';

type TranscriptTurnProps = {
  readonly turn: TimedTurn;
  readonly index: number;
  readonly isCurrent: boolean;
  readonly matches: readonly TranscriptMatch[];
  readonly currentMatch: TranscriptMatch | null;
  /** False if the time of the turn is not known. It can then not be played by itself. */
  readonly hasTime: boolean;
  /** False if the call has no recording: a click then only selects the turn. */
  readonly canPlay: boolean;
  readonly onPlay: (index: number) => void;
  readonly onShowSources: (index: number) => void;
};

/** One turn: speaker and time, then the text. A click anywhere in the turn plays it. */
export const TranscriptTurn = memo(function TranscriptTurn(props: TranscriptTurnProps) {
  const { turn, index, isCurrent, matches, currentMatch, hasTime, canPlay, onPlay, onShowSources } = props;
  const isAgent = turn.speaker === 'agent';
  return (
    <li
      data-turn={index}
      aria-current={isCurrent ? 'true' : undefined}
      className={classNames(
        'deferred-row relative grid gap-x-3 @sm:grid-cols-[7.5rem_1fr] border-l-3 py-2 pr-6 pl-[calc(1.5rem-3px)]',
        'has-[[data-play-turn]:focus-visible]:outline-2 has-[[data-play-turn]:focus-visible]:-outline-offset-2 has-[[data-play-turn]:focus-visible]:outline-accent',
        isCurrent ? 'bg-accent-soft' : 'border-transparent hover:bg-hover',
        isCurrent && (isAgent ? 'border-accent' : 'border-recipient'),
      )}
    >
      <div className="flex items-start gap-3 pr-2 @sm:justify-between text-small leading-5">
        <span
          className={classNames(
            'font-medium',
            !isAgent ? 'text-recipient' : isCurrent ? 'text-accent-strong' : 'text-accent',
          )}
        >
          {speakerLabels[turn.speaker]}
        </span>
        {/* The button covers the whole turn; the text above it can still be selected. */}
        {hasTime && (
          <button
            type="button"
            data-play-turn=""
            onClick={() => onPlay(index)}
            className="text-muted tabular-nums outline-none after:absolute after:inset-0"
          >
            {formatClock(turn.start_seconds)}
            <span className="sr-only">, {canPlay ? 'play' : 'select'} this turn</span>
          </button>
        )}
      </div>
      <div className="max-w-[78ch] min-w-0">
        <p className="break-words whitespace-pre-line">
          <HighlightedMatches text={turn.text} matches={matches} currentMatch={currentMatch} />
          {turn.interrupted && <span className="text-muted"> — interrupted</span>}
        </p>
        {turn.model_turn && <ModelTurnNote turn={turn.model_turn} latency={turn.latency} />}
        {turn.speech && <TurnSpeechNote speech={turn.speech} speaker={turn.speaker} />}
        {turn.passages.length > 0 && (
          <button
            type="button"
            onClick={() => onShowSources(index)}
            className="relative z-10 mt-0.5 -ml-1 inline-flex h-5 items-center gap-1 rounded-[4px] px-1 text-small text-muted hover:bg-highlight hover:text-ink"
          >
            <Quote aria-hidden size={11} />
            {formatCount(turn.passages.length, 'source')}
          </button>
        )}
      </div>
    </li>
  );
});
