import type { TimedTurn } from '../../../shared/calls.ts';

/** A stretch of a recording; `endSeconds` is exclusive. */
export type TimeRange = { readonly startSeconds: number; readonly endSeconds: number };

/** A pause that is shorter belongs to the talk. */
const silenceSecondsMin = 1.2;

/** How much of a pause stays before and after it, so that no breath is cut off. */
const marginSeconds = 0.3;

/** Where nobody speaks, the ringing before the answer included: what skipping silence leaves out. */
export function findSilences(
  turns: readonly Pick<TimedTurn, 'start_seconds' | 'end_seconds'>[],
  durationSeconds: number,
): readonly TimeRange[] {
  const silences: TimeRange[] = [];
  let spokenUntil = 0;
  const add = (until: number) => {
    if (until - spokenUntil < silenceSecondsMin) return;
    const startSeconds = spokenUntil === 0 ? 0 : spokenUntil + marginSeconds;
    silences.push({ startSeconds, endSeconds: until === durationSeconds ? until : until - marginSeconds });
  };
  for (const { start_seconds, end_seconds } of turns) {
    add(start_seconds);
    spokenUntil = Math.max(spokenUntil, end_seconds);
  }
  add(durationSeconds);
  return silences;
}

/** Where to go on from a moment that lies in a silence; null where somebody speaks. */
export function findSilenceEnd(silences: readonly TimeRange[], seconds: number): number | null {
  const silence = silences.find(({ startSeconds, endSeconds }) => seconds >= startSeconds && seconds < endSeconds);
  return silence?.endSeconds ?? null;
}
