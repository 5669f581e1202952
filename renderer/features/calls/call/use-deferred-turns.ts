import { useDeferredValue } from 'react';
import type { TimedTurn } from '../../../../shared/calls/calls.ts';

/** Fewer turns render faster than a second pass over the view would take. */
const maxImmediateTurns = 100;

const noTurns: readonly TimedTurn[] = [];

/** Returns the turns; for a long call, only after the waveform is drawn. */
export function useDeferredTurns(turns: readonly TimedTurn[]): readonly TimedTurn[] {
  return useDeferredValue(turns, turns.length > maxImmediateTurns ? noTurns : turns);
}
