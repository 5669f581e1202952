import type { Speaker } from '../../../../shared/calls/calls.ts';
import type { Voice } from '../../../../shared/agents/voices.ts';
import type { TurnSpeech } from '../../../../shared/calls/turn-speech.ts';
import type { VoicedSentence } from './voice-server.ts';

/** Text lengths in UTF-16 code units, durations in seconds. */
export const recordingLimits = {
  textLength: 4_000,
  gapSeconds: 60,
  rings: 20,
  durationSeconds: 2 * 60 * 60,
  recordingsPerWorker: 64,
  /** A longer sentence is synthesized in parts, because the synthesizer's memory grows with the sentence. */
  sentenceLength: 300,
} as const;

/**
 * A step that exceeds a limit. The recording continues without it; if a turn became too long, the sentences that were
 * within the limit are kept.
 */
export class RecordingLimitError extends RangeError {
  override readonly name = 'RecordingLimitError';
}

/** From the start of the decoded recording. */
export type TimeRange = { readonly startSeconds: number; readonly endSeconds: number };

/** The clip contains only this turn, as a mono WAV file. */
export type SpokenTurn = TimeRange & {
  readonly clip?: Uint8Array;
  /** Present if a server was asked to speak. */
  readonly speech?: TurnSpeech;
};

/** A sentence that can be heard. The clip contains it, and the pause before it, as a mono WAV file. */
export type SpokenSentence = { readonly clip?: Uint8Array };

export type FinishedRecording = {
  readonly durationSeconds: number;
  readonly sizeBytes: number;
  readonly sha256: string;
  /** The loudest sample of each time window in the decoded recording, 0 to 255, left and right channel. */
  readonly peaks: { readonly perSecond: number; readonly channels: readonly [Uint8Array, Uint8Array] };
};

export type RecordingWriterOptions = {
  readonly path: string;
  readonly voices: Readonly<Record<Speaker, Voice>>;
  /** How fast the agent speaks, in percent of its voice's own speed. */
  readonly agentRatePercent: number;
  readonly seed: string;
  readonly maxDurationSeconds: number;
  /** Whether the last turn of the agent can be cut. */
  readonly holdsAgent: boolean;
};

/** Every step contains the options: the worker creates the file with the first step. */
export type RecordingTarget = { readonly recordingId: number; readonly options: RecordingWriterOptions };

type Step<Input, Result, Progress = never> = {
  readonly input: Input & { readonly recording: RecordingTarget };
  readonly result: Result;
  readonly progress: Progress;
};

/** Requests to the recorder worker. The steps of one recording run in their order. */
export type RecorderProtocol = {
  readonly ring: Step<{ readonly times: number }, TimeRange>;
  readonly beep: Step<unknown, TimeRange>;
  readonly speak: Step<
    {
      readonly speaker: Speaker;
      readonly sentences: readonly VoicedSentence[];
      readonly gapSeconds: number | null;
      readonly withClip: boolean;
    },
    Omit<SpokenTurn, 'speech'> & {
      /** Why the built-in voice spoke a sentence whose audio could not be read. */
      readonly unreadable?: string;
    },
    SpokenSentence
  >;
  readonly cut: Step<{ readonly endSeconds: number }, TimeRange>;
  readonly finish: Step<unknown, FinishedRecording>;
  readonly abandon: { readonly input: { readonly recordingId: number }; readonly result: void };
};
