import type { AgentRequestRecord } from '../../shared/agent-requests.ts';
import { agentRequestStatusLabels, type AgentRequestStatus } from '../../shared/agent-request-status.ts';

export type ProgressStep = {
  readonly label: string;
  readonly state: 'done' | 'current' | 'ahead' | 'stopped';
};

const progressStatuses = [
  'pending_review',
  'in_development',
  'uat',
  'delivered',
] as const satisfies readonly AgentRequestStatus[];

/** The five steps of a request, from being submitted to being delivered; a rejection stands where it stopped. */
export function listProgressSteps({
  status,
  events,
}: Pick<AgentRequestRecord, 'status' | 'events'>): readonly ProgressStep[] {
  const isStopped = status === 'rejected';
  const reached = isStopped ? findStatusBeforeRejection(events) : status;
  const at = progressStatuses.findIndex((one) => one === reached);
  const stateOf = (place: number): ProgressStep['state'] => {
    if (place < at || (place === at && status === 'delivered')) return 'done';
    if (place > at) return 'ahead';
    return isStopped ? 'stopped' : 'current';
  };
  return [
    { label: 'Submitted', state: 'done' },
    ...progressStatuses.map((one, place) => {
      const state = stateOf(place);
      return { label: agentRequestStatusLabels[state === 'stopped' ? 'rejected' : one], state };
    }),
  ];
}

/** The place of the step that a request is at, from 1. */
export function findCurrentStepNumber(progress: readonly ProgressStep[]): number {
  const at = progress.findIndex(({ state }) => state === 'current' || state === 'stopped');
  return at < 0 ? progress.length : at + 1;
}

/** Where a request was before it was rejected. */
function findStatusBeforeRejection(steps: AgentRequestRecord['events']): AgentRequestStatus {
  const statuses = steps.flatMap((step) => (step.kind === 'status' && step.status !== 'rejected' ? [step.status] : []));
  return statuses.at(-1) ?? 'pending_review';
}
