import { useMemo } from 'react';
import type { CallTimeline, TimedTurn } from '../../../../../shared/calls/calls.ts';
import { formatClock } from '../../../../format/format-clock.ts';
import { classNames } from '../../../../ui/page/class-names.ts';
import { CopyButton } from '../../../../ui/buttons/copy-button.tsx';
import { formatSummary } from '../summary/format-summary.ts';
import { summarizeCall } from '../../../../../shared/calls/summarize-call.ts';
import type { TranscriptSentence } from '../../../../../shared/calls/transcript-sentences.ts';
import { speakerLabels } from '../../../../format/speaker-labels.ts';

type CallSummarySectionProps = {
  readonly timeline: Pick<CallTimeline, 'turns' | 'times'>;
  /** Goes to a turn in the recording and in the transcript. */
  readonly onGoToTurn: (index: number) => void;
};

/** The summary, the concerns and the next steps of a call. Each sentence is a quote from the call, and leads to its turn. */
export function CallSummarySection({ timeline: { turns, times }, onGoToTurn }: CallSummarySectionProps) {
  const summary = useMemo(() => summarizeCall(turns), [turns]);
  const { sentences, concerns, nextSteps } = summary;
  if (sentences.length === 0) return null;
  const hasTimes = times !== 'unknown';
  const list = { turns, hasTimes, onGoToTurn };
  return (
    <>
      <section aria-label="Summary">
        <div className="flex items-center justify-between">
          <h3 className="font-medium">Summary</h3>
          <CopyButton
            text={() => formatSummary(summary, turns, { hasTimes })}
            label="Copy summary, concerns and next steps"
          />
        </div>
        <p className="text-small text-muted">Quotes from the transcript, selected automatically</p>
        <SentenceList {...list} sentences={sentences} />
      </section>
      {concerns.length > 0 && (
        <section aria-label="Concerns">
          <h3 className="font-medium">Concerns</h3>
          <p className="text-small text-muted">Complaints and unanswered questions</p>
          <SentenceList {...list} sentences={concerns} />
        </section>
      )}
      <section aria-label="Next steps">
        <h3 className="font-medium">Next steps</h3>
        {nextSteps.length > 0 ? (
          <SentenceList {...list} sentences={nextSteps} />
        ) : (
          <p className="text-small text-muted">No promises, requests or agreed times found</p>
        )}
      </section>
    </>
  );
}

type SentenceListProps = {
  readonly sentences: readonly TranscriptSentence[];
  readonly turns: readonly TimedTurn[];
  readonly hasTimes: boolean;
  readonly onGoToTurn: (index: number) => void;
};

function SentenceList({ sentences, turns, hasTimes, onGoToTurn }: SentenceListProps) {
  return (
    <ol className="-mx-2 mt-1">
      {sentences.map(({ turnIndex, speaker, text }) => (
        <li key={`${turnIndex} ${text}`}>
          <button
            type="button"
            title="Go to this turn"
            onClick={() => onGoToTurn(turnIndex)}
            className="w-full rounded-[6px] px-2 py-1 text-left hover:bg-hover"
          >
            <span className="block text-small">
              <span className={classNames('font-medium', speaker === 'agent' ? 'text-accent' : 'text-recipient')}>
                {speakerLabels[speaker]}
              </span>
              {hasTimes && <span className="text-muted"> {formatClock(turns[turnIndex]?.start_seconds ?? 0)}</span>}
            </span>
            <bdi className="block break-words">{text}</bdi>
          </button>
        </li>
      ))}
    </ol>
  );
}
