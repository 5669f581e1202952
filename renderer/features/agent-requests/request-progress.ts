import type { AgentRequestRecord } from '../../../shared/agents/agent-requests.ts';
import { agentRequestStatusLabels, type AgentRequestStatus } from '../../../shared/agents/agent-request-status.ts';

export type ProgressStep = {
  readonly label: string;
  readonly state: 'done' | 'current' | 'upcoming' | 'stopped';
};

const progressStatuses = [
  'pending_review',
  'in_development',
  'uat',
  'delivered',
] as const satisfies readonly AgentRequestStatus[];

/** Lists the five steps of a request from Submitted to Delivered. A rejected request stops at the step it had reached. */
export function listProgressSteps({
  status,
  events,
}: Pick<AgentRequestRecord, 'status' | 'events'>): readonly ProgressStep[] {
  const isStopped = status === 'rejected';
  const reached = isStopped ? findStatusBeforeRejection(events) : status;
  const reachedIndex = progressStatuses.findIndex((one) => one === reached);
  const getState = (index: number): ProgressStep['state'] => {
    if (index < reachedIndex || (index === reachedIndex && status === 'delivered')) return 'done';
    if (index > reachedIndex) return 'upcoming';
    return isStopped ? 'stopped' : 'current';
  };
  return [
    { label: 'Submitted', state: 'done' },
    ...progressStatuses.map((one, index) => {
      const state = getState(index);
      return { label: agentRequestStatusLabels[state === 'stopped' ? 'rejected' : one], state };
    }),
  ];
}

/** Returns the number of the current step, starting at 1. */
export function findCurrentStepNumber(progress: readonly ProgressStep[]): number {
  const index = progress.findIndex(({ state }) => state === 'current' || state === 'stopped');
  return index < 0 ? progress.length : index + 1;
}

function findStatusBeforeRejection(events: AgentRequestRecord['events']): AgentRequestStatus {
  const statuses = events.flatMap((event) =>
    event.kind === 'status' && event.status !== 'rejected' ? [event.status] : [],
  );
  return statuses.at(-1) ?? 'pending_review';
}
