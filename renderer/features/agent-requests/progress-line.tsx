import { Circle, CircleCheck, CircleDot, CircleX, type LucideIcon } from 'lucide-react';
import { Fragment } from 'react';
import type { AgentRequestRecord } from '../../../shared/agents/agent-requests.ts';
import { classNames } from '../../ui/page/class-names.ts';
import { outboxStateDisplays } from '../outbox/public.ts';
import { StatusLabel } from '../../ui/feedback/status-label.tsx';
import { listProgressSteps, findCurrentStepNumber, type ProgressStep } from './request-progress.ts';

const stepStyles = {
  done: { icon: CircleCheck, color: 'text-good', label: 'completed' },
  current: { icon: CircleDot, color: 'text-accent', label: 'current' },
  upcoming: { icon: Circle, color: 'text-edge', label: 'upcoming' },
  stopped: { icon: CircleX, color: 'text-bad', label: 'stopped' },
} as const satisfies Record<
  ProgressStep['state'],
  { readonly icon: LucideIcon; readonly color: string; readonly label: string }
>;

type ProgressLineProps = { readonly request: Pick<AgentRequestRecord, 'status' | 'events'> };

/** Five icons and the label of the current step, on one line. A request that the remote has not confirmed has no step yet. */
export function CompactProgressLine({
  request,
}: {
  readonly request: ProgressLineProps['request'] & Pick<AgentRequestRecord, 'pending' | 'remote'>;
}) {
  const steps = listProgressSteps(request);
  const stepNumber = findCurrentStepNumber(steps);
  // A status that this application does not know is shown as sent by the remote.
  const label = request.remote?.status ?? steps[stepNumber - 1]?.label ?? '';
  if (request.pending) return <StatusLabel {...outboxStateDisplays[request.pending.state]} />;
  return (
    <span className="flex items-center gap-2.5">
      <span aria-hidden="true" className="flex shrink-0 items-center">
        {steps.map((step, index) => (
          <Fragment key={step.label}>
            {index > 0 && (
              <span className={classNames('h-px w-2.5', step.state === 'upcoming' ? 'bg-line' : 'bg-edge')} />
            )}
            <StepIcon state={step.state} size={13} />
          </Fragment>
        ))}
      </span>
      <span className="truncate text-ink">{label}</span>
      <span className="sr-only">
        , step {stepNumber} of {steps.length}
      </span>
    </span>
  );
}

/** The five steps with their labels. */
export function ProgressLine({ request }: ProgressLineProps) {
  return (
    <ol aria-label="Steps" className="grid grid-cols-5">
      {listProgressSteps(request).map(({ label, state }, index) => (
        <li
          key={label}
          {...(state === 'current' && { 'aria-current': 'step' })}
          className="relative flex flex-col items-center gap-1 text-center"
        >
          {index > 0 && (
            <span
              aria-hidden="true"
              className={classNames(
                'absolute top-1.75 right-[calc(50%+12px)] left-[calc(-50%+12px)] h-px',
                state === 'upcoming' ? 'bg-line' : 'bg-edge',
              )}
            />
          )}
          <StepIcon state={state} size={16} />
          <span
            className={classNames(
              'text-caption',
              state === 'upcoming' || state === 'done' ? 'text-muted' : 'font-medium',
            )}
          >
            {label}
            <span className="sr-only">, {stepStyles[state].label}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}

function StepIcon({ state, size }: { readonly state: ProgressStep['state']; readonly size: number }) {
  const { icon: Icon, color } = stepStyles[state];
  return <Icon aria-hidden size={size} className={classNames('shrink-0', color)} />;
}
