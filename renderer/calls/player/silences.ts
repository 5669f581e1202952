import type { TimedTurn } from '../../../shared/calls.ts';

/** A range of time in a recording; `endSeconds` is exclusive. */
export type TimeRange = { readonly startSeconds: number; readonly endSeconds: number };

/** Shorter pauses are part of the conversation. */
const minSilenceSeconds = 1.2;

/** The part of a pause that is kept at each end, so that no word is cut off. */
const marginSeconds = 0.3;

/** Finds the silences of a recording, which include the ringing before the call is answered. */
export function findSilences(
  turns: readonly Pick<TimedTurn, 'start_seconds' | 'end_seconds'>[],
  durationSeconds: number,
): readonly TimeRange[] {
  const silences: TimeRange[] = [];
  let spokenUntil = 0;
  const add = (until: number) => {
    if (until - spokenUntil < minSilenceSeconds) return;
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

/** Returns the end of the silence at a time; null if there is none. */
export function findSilenceEnd(silences: readonly TimeRange[], seconds: number): number | null {
  const silence = silences.find(({ startSeconds, endSeconds }) => seconds >= startSeconds && seconds < endSeconds);
  return silence?.endSeconds ?? null;
}
