/** Lengths in UTF-16 code units, durations in seconds. */
export const recordingLimits = {
  textLength: 4_000,
  gapSeconds: 60,
  rings: 20,
  durationSeconds: 2 * 60 * 60,
  recordingsPerWorker: 64,
  /** A longer one is spoken in parts: the synthesizer's memory grows with the sentence. */
  sentenceLength: 300,
} as const;

/**
 * A step that was refused because it asked for too much. The recording stands and can go on; of a turn that became too
 * long, the sentences that fitted stay.
 */
export class RecordingLimitError extends RangeError {
  override readonly name = 'RecordingLimitError';
}
