import type { CallStatus } from '../../../../../shared/calls/call-status.ts';
import type { CallDetails } from '../../../../../shared/calls/calls.ts';

type EndedStatus = Extract<CallStatus, 'no_answer' | 'busy' | 'failed' | 'canceled'>;

const endedMessages = {
  no_answer: { title: 'No answer', reason: 'The recipient did not answer.' },
  busy: { title: 'Line busy', reason: 'The recipient was on another call.' },
  failed: { title: 'Call failed', reason: 'The call ended before it was complete.' },
  canceled: { title: 'Call canceled', reason: 'The call was canceled before it was complete.' },
} as const satisfies Record<EndedStatus, { readonly title: string; readonly reason: string }>;

type EndedCallSummaryProps = {
  readonly details: CallDetails;
  readonly status: EndedStatus;
  readonly turnCount: number;
};

/** Explains why a call has no recording, what is kept, and what to do. */
export function EndedCallSummary({ details, status, turnCount }: EndedCallSummaryProps) {
  const { title, reason } = endedMessages[status];
  const keptText =
    turnCount > 0
      ? 'The transcript so far, the metadata and your notes are kept. There is no recording.'
      : 'The metadata and your notes are kept. There is no transcript and no recording.';
  return (
    <section aria-label="Call result" className="flex min-h-26 flex-col justify-center gap-1">
      <h3 className="text-section">{title}</h3>
      <p>{status === 'canceled' && details.remote === null ? reason : (details.reason ?? reason)}</p>
      <p className="text-muted">{keptText} “Call again” uses the same agent, number and metadata.</p>
    </section>
  );
}
