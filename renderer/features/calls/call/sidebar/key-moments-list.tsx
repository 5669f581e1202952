import { useMemo, type ReactNode } from 'react';
import type { CallTimeline, Speaker } from '../../../../../shared/calls/calls.ts';
import { formatClock } from '../../../../format/format-clock.ts';
import { formatNumber } from '../../../../format/format-number.ts';
import { findKeyMoments } from '../../../../../shared/calls/key-moments.ts';
import { speakerLabels } from '../../../../format/speaker-labels.ts';

type KeyMomentsListProps = {
  readonly timeline: Pick<CallTimeline, 'turns' | 'times'>;
  readonly onSeek: (seconds: number) => void;
};

/** Talk ratio, longest monologue, interruptions and questions of a call. */
export function KeyMomentsList({ timeline: { turns, times }, onSeek }: KeyMomentsListProps) {
  const moments = useMemo(() => findKeyMoments(turns, { hasTimes: times !== 'unknown' }), [turns, times]);
  if (turns.length === 0) return null;
  const { agentTalkShare, longestMonologue, interruptions, questions } = moments;
  const agentPercent = agentTalkShare === null ? null : Math.round(agentTalkShare * 100);
  return (
    <section aria-label="Key moments">
      <h3 className="font-medium">Key moments</h3>
      <dl className="mt-1">
        <CallFact label="Talk ratio">{agentPercent !== null && formatShares(agentPercent)}</CallFact>
        <CallFact label="Longest monologue">
          {longestMonologue && (
            <>
              {speakerLabels[longestMonologue.speaker]} {formatClock(longestMonologue.seconds)} ·{' '}
              <button
                type="button"
                onClick={() => onSeek(longestMonologue.startSeconds)}
                className="rounded-[4px] text-accent hover:underline"
              >
                Go to {formatClock(longestMonologue.startSeconds)}
              </button>
            </>
          )}
        </CallFact>
        <CallFact label="Interruptions">{interruptions && formatCounts(interruptions)}</CallFact>
        <CallFact label="Questions">{formatCounts(questions)}</CallFact>
      </dl>
      {times === 'estimated' && <p className="mt-1 text-small text-muted">Based on estimated turn times</p>}
    </section>
  );
}

function formatShares(agentPercent: number): string {
  return `${speakerLabels.agent} ${agentPercent}% · ${speakerLabels.user} ${100 - agentPercent}%`;
}

function formatCounts({ agent, user }: Readonly<Record<Speaker, number>>): string {
  return `${speakerLabels.agent} ${formatNumber(agent)} · ${speakerLabels.user} ${formatNumber(user)}`;
}

type CallFactProps = {
  readonly label: string;
  /** Why a value is not known. */
  readonly unknown?: string;
  readonly children: ReactNode;
};

/** One fact about a call, in a list of them. A value that is not known is shown as a dash. */
export function CallFact({ label, unknown = 'The times of the turns are not known.', children }: CallFactProps) {
  return (
    <div className="flex flex-wrap justify-between gap-x-3 border-b border-line/60 py-1.5">
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 break-words">{children || <span title={unknown}>—</span>}</dd>
    </div>
  );
}
