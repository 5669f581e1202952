import type { TimedTurn } from '../../../shared/calls/calls.ts';

type TurnTimes = Pick<TimedTurn, 'start_seconds' | 'end_seconds'>;

/** Returns the index of the turn spoken at a time, or of the last one before it; -1 before the first turn. */
export function findTurnAt(turns: readonly TurnTimes[], seconds: number): number {
  let [low, high] = [0, turns.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((turns[middle]?.start_seconds ?? Infinity) <= seconds) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Returns the time of the first word. Before it, a recording contains only the ringing. */
export function findSpeechStart(turns: readonly TurnTimes[]): number {
  return turns[0]?.start_seconds ?? 0;
}

export function isTurnSpokenAt(turn: TurnTimes | undefined, seconds: number): boolean {
  return turn !== undefined && seconds >= turn.start_seconds && seconds < turn.end_seconds;
}

/** Returns the index of the current turn, or of the previous one if the current turn has just begun. */
export function findPreviousTurn(turns: readonly TurnTimes[], seconds: number): number {
  const current = findTurnAt(turns, seconds);
  const start = turns[current]?.start_seconds ?? 0;
  return Math.max(0, seconds - start > 1.5 ? current : current - 1);
}

/** Returns the index of the last turn up to `index` that cites a document; -1 if there is none. */
export function findCitingTurn(turns: readonly Pick<TimedTurn, 'passages'>[], index: number): number {
  for (let at = index; at >= 0; at--) if ((turns[at]?.passages.length ?? 0) > 0) return at;
  return -1;
}
