import type { CallRow } from './call-row.ts';

/**
 * Counts the minutes of a completed call, in the transaction that completes it, so that each call counts once.
 */
export type CallMeter = (
  call: Pick<CallRow, 'id' | 'org_id'>,
  completed: { readonly durationSeconds: number; readonly endedAt: number },
) => void;
