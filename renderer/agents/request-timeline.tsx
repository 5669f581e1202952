import type { RequestRecord, RequestStep } from '../../shared/agent-requests.ts';
import { requestStatusNames } from '../../shared/request-status.ts';
import { Time } from '../ui/time.tsx';
import { formatDayAndTime } from '../format/format-day.ts';

/** Everything that was seen of a request, the latest first. */
export function RequestTimeline({ steps }: Pick<RequestRecord, 'steps'>) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-medium!">Timeline</h3>
      <ol className="flex flex-col">
        {steps.toReversed().map((step, place) => (
          <li key={steps.length - place} className="relative flex gap-3 pb-3 last:pb-0">
            {place < steps.length - 1 && (
              <span aria-hidden="true" className="absolute top-4 bottom-0 left-[3px] w-px bg-line" />
            )}
            <span aria-hidden="true" className="relative mt-1.75 size-[7px] shrink-0 rounded-full bg-edge" />
            <div className="min-w-0 flex-1">
              <p className="break-words select-text">{tellStep(step)}</p>
              {step.kind === 'status' && step.reason !== null && (
                <p className="break-words whitespace-pre-wrap text-muted select-text">{step.reason}</p>
              )}
              <p className="text-small text-muted">
                <Time at={step.at} /> {step.by === null ? 'in this window' : `by the key “${step.by}”`}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function tellStep(step: RequestStep): string {
  switch (step.kind) {
    case 'status':
      return step.status === 'pending_review' ? 'Submitted, waits for its review' : requestStatusNames[step.status];
    case 'engineer':
      return step.engineer === null ? 'No engineer is assigned any more' : `Assigned to ${step.engineer}`;
    case 'uat_date':
      return step.date === null ? 'UAT date taken away' : `UAT set to ${formatDayAndTime(step.date)}`;
  }
}
