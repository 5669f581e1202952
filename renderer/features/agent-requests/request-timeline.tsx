import type { AgentRequestRecord, AgentRequestEvent } from '../../../shared/agents/agent-requests.ts';
import { agentRequestStatusLabels } from '../../../shared/agents/agent-request-status.ts';
import { RelativeTime } from '../../ui/page/relative-time.tsx';
import { formatDayTime } from '../../format/format-day.ts';

/** The events of a request, newest first. */
export function RequestTimeline({ events }: Pick<AgentRequestRecord, 'events'>) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-medium!">Timeline</h3>
      <ol className="flex flex-col">
        {events.toReversed().map((event, index) => (
          <li key={events.length - index} className="relative flex gap-3 pb-3 last:pb-0">
            {index < events.length - 1 && (
              <span aria-hidden="true" className="absolute top-4 bottom-0 left-[3px] w-px bg-line" />
            )}
            <span aria-hidden="true" className="relative mt-1.75 size-[7px] shrink-0 rounded-full bg-edge" />
            <div className="min-w-0 flex-1">
              <p className="break-words select-text">{formatRequestEvent(event)}</p>
              {event.kind === 'status' && event.reason !== null && (
                <p className="break-words whitespace-pre-wrap text-muted select-text">{event.reason}</p>
              )}
              <p className="text-small text-muted">
                <RelativeTime at={event.at} /> {formatActor(event)}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function formatActor({ actor_name, by_remote }: AgentRequestEvent): string {
  if (by_remote) return 'seen on the remote';
  return actor_name === null ? 'in this window' : `with the API key “${actor_name}”`;
}

function formatRequestEvent(event: AgentRequestEvent): string {
  switch (event.kind) {
    case 'status':
      return event.status === 'pending_review' ? 'Submitted for review' : agentRequestStatusLabels[event.status];
    case 'engineer':
      return event.engineer === null ? 'Engineer unassigned' : `Assigned to ${event.engineer}`;
    case 'uat_date':
      return event.date === null ? 'UAT date removed' : `UAT date set to ${formatDayTime(event.date)}`;
  }
}
