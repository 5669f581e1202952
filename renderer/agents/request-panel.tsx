import { useNavigate } from '@tanstack/react-router';
import { CalendarPlus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { hasConsole, nameIntegration, type RequestRecord } from '../../shared/agent-requests.ts';
import { isRequestOver } from '../../shared/request-status.ts';
import { measureUatMoves } from '../../shared/uat-moves.ts';
import { useSession } from '../session/use-session.ts';
import { Button } from '../ui/button.tsx';
import { Panel } from '../ui/panel.tsx';
import { Time } from '../ui/time.tsx';
import { DeliveryConsole } from './console/delivery-console.tsx';
import { Fact, Facts } from './facts.tsx';
import { formatDayAndTime } from '../format/format-day.ts';
import { LongText } from './long-text.tsx';
import { nameRequest } from './name-request.ts';
import { ProgressLine } from './progress-line.tsx';
import { saveUatCalendar } from './request-calendar.ts';
import { RequestTimeline } from './request-timeline.tsx';
import { tellUatMoves } from './tell-uat-moves.ts';

type RequestPanelProps = { readonly request: RequestRecord; readonly onClose: () => void };

/** One request: where it stands, what was asked for, and what happened to it. */
export function RequestPanel({ request, onClose }: RequestPanelProps) {
  const { workspace } = useSession();
  const navigate = useNavigate({ from: '/agents' });
  const { agent_id: agent, required_integrations: wanted } = request;
  const isOver = isRequestOver(request.status);
  const body = useRef<HTMLDivElement>(null);
  // The console goes with its buttons, of which one had the focus.
  useEffect(() => {
    if (isOver && document.activeElement === document.body) body.current?.closest('section')?.focus();
  }, [isOver]);
  return (
    <Panel
      title={nameRequest(request)}
      subtitle={
        <>
          Submitted <Time at={request.created_at} />
        </>
      }
      onClose={onClose}
    >
      <div ref={body} className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto px-4 pt-3 pb-4">
        <ProgressLine request={request} />
        {agent !== null && (
          <Button onClick={() => void navigate({ search: { agent } })} className="self-start">
            Show the agent
          </Button>
        )}
        <Facts>
          <Fact label="Engineer">{request.assigned_engineer ?? 'Not assigned'}</Fact>
          <Fact label="UAT date">
            <UatDate request={request} />
          </Fact>
          <Fact label="Audience">{request.target_audience || 'Not said'}</Fact>
          <Fact label="Integrations">
            {wanted.length === 0 ? 'None' : wanted.map((integration) => nameIntegration(integration)).join(', ')}
          </Fact>
          <Fact label="Objective">
            <LongText text={request.objective} />
          </Fact>
        </Facts>
        {!isOver && workspace && hasConsole(workspace) && <DeliveryConsole request={request} />}
        <RequestTimeline steps={request.steps} />
      </div>
    </Panel>
  );
}

function UatDate({ request }: Pick<RequestPanelProps, 'request'>) {
  const { estimated_uat_date: date, steps, status } = request;
  const moves = measureUatMoves(steps);
  if (date === null || !moves) return 'Not set';
  return (
    <>
      <time dateTime={date}>{formatDayAndTime(date)}</time>
      <span className="block text-small text-muted">{tellUatMoves(moves)}</span>
      {!isRequestOver(status) && (
        <Button
          size="small"
          icon={<CalendarPlus aria-hidden size={13} />}
          onClick={() => saveUatCalendar(request)}
          className="mt-1.5"
        >
          Add to calendar
        </Button>
      )}
    </>
  );
}
