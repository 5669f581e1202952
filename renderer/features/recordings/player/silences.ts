import type { TimedTurn } from '../../../../shared/calls/calls.ts';

/** A range of time in a recording; `endSeconds` is exclusive. */
export type TimeRange = { readonly startSeconds: number; readonly endSeconds: number };

/** Shorter pauses are part of the conversation. */
export const minSilenceSeconds = 3;

/** The part of a pause that is kept at each end, so that no word is cut off. */
const marginSeconds = 0.3;

/** Finds the silences of a recording. The ringing before the first word does not count: it is heard after a seek to the start. */
export function findSilences(
  turns: readonly Pick<TimedTurn, 'start_seconds' | 'end_seconds'>[],
  durationSeconds: number,
): readonly TimeRange[] {
  const silences: TimeRange[] = [];
  let spokenUntil: number | null = null;
  const add = (until: number) => {
    if (spokenUntil === null || until - spokenUntil < minSilenceSeconds) return;
    const endSeconds = until === durationSeconds ? until : until - marginSeconds;
    silences.push({ startSeconds: spokenUntil + marginSeconds, endSeconds });
  };
  for (const { start_seconds, end_seconds } of turns) {
    add(start_seconds);
    spokenUntil = Math.max(spokenUntil ?? 0, end_seconds);
  }
  add(durationSeconds);
  return silences;
}

/** Returns the end of the silence at a time; null if there is none. */
export function findSilenceEnd(silences: readonly TimeRange[], seconds: number): number | null {
  const silence = silences.find(({ startSeconds, endSeconds }) => seconds >= startSeconds && seconds < endSeconds);
  return silence?.endSeconds ?? null;
}
