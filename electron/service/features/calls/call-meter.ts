import type { CallRow } from './call-row.ts';

/**
 * Counts a completed call in the transaction in which it completes, so that each counts once. Gives what is to be called
 * after its commit, which tells that it was counted.
 */
export type CallMeter = (
  call: Pick<CallRow, 'id' | 'org_id'>,
  completed: { readonly durationSeconds: number; readonly endedAt: number },
) => () => void;
