import type { CallStatus } from '../../../../shared/call-status.ts';
import type { CallDetails } from '../../../../shared/calls.ts';

type EndedStatus = Extract<CallStatus, 'no_answer' | 'busy' | 'failed' | 'canceled'>;

const endedMessages = {
  no_answer: { title: 'Nobody answered', reason: 'It rang until the line gave up.' },
  busy: { title: 'The line was busy', reason: 'Somebody was talking on it already.' },
  failed: { title: 'The call failed', reason: 'It ended before it was complete.' },
  canceled: { title: 'The call was canceled', reason: 'It was ended by hand.' },
} as const satisfies Record<EndedStatus, { readonly title: string; readonly reason: string }>;

type EndedCallSummaryProps = {
  readonly details: CallDetails;
  readonly status: EndedStatus;
  readonly turnCount: number;
};

/** Why a call has no recording, what is kept of it, and what to do. */
export function EndedCallSummary({ details, status, turnCount }: EndedCallSummaryProps) {
  const { title, reason } = endedMessages[status];
  const kept =
    turnCount > 0
      ? 'What was said until then is kept below, with what was sent and your notes. There is no recording.'
      : 'What was sent to the agent and your notes are kept. Nothing was said, so there is no recording.';
  return (
    <section aria-label="How it ended" className="flex min-h-26 flex-col justify-center gap-1">
      <h3 className="text-section">{title}</h3>
      <p>{status === 'canceled' ? reason : (details.reason ?? reason)}</p>
      <p className="text-muted">{kept} “Call again” begins with the same agent, number and metadata.</p>
    </section>
  );
}
