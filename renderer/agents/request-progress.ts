import type { RequestRecord } from '../../shared/agent-requests.ts';
import { requestStatusNames, type RequestStatus } from '../../shared/request-status.ts';

export type ProgressStep = {
  readonly label: string;
  readonly state: 'done' | 'current' | 'ahead' | 'stopped';
};

const line = ['pending_review', 'in_development', 'uat', 'delivered'] as const satisfies readonly RequestStatus[];

/** The five steps of a request, from being submitted to being delivered; a rejection stands where it stopped. */
export function describeProgress({ status, steps }: Pick<RequestRecord, 'status' | 'steps'>): readonly ProgressStep[] {
  const isStopped = status === 'rejected';
  const reached = isStopped ? lastBefore(steps) : status;
  const at = line.findIndex((one) => one === reached);
  const stateOf = (place: number): ProgressStep['state'] => {
    if (place < at || (place === at && status === 'delivered')) return 'done';
    if (place > at) return 'ahead';
    return isStopped ? 'stopped' : 'current';
  };
  return [
    { label: 'Submitted', state: 'done' },
    ...line.map((one, place) => {
      const state = stateOf(place);
      return { label: requestStatusNames[state === 'stopped' ? 'rejected' : one], state };
    }),
  ];
}

/** The place of the step that a request is at, from 1. */
export function findPlace(progress: readonly ProgressStep[]): number {
  const at = progress.findIndex(({ state }) => state === 'current' || state === 'stopped');
  return at < 0 ? progress.length : at + 1;
}

/** Where a request was before it was rejected. */
function lastBefore(steps: RequestRecord['steps']): RequestStatus {
  const statuses = steps.flatMap((step) => (step.kind === 'status' && step.status !== 'rejected' ? [step.status] : []));
  return statuses.at(-1) ?? 'pending_review';
}
