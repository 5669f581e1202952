import type { FinishedRecording, Speaker, SpokenTurn, TimeRange } from './recorder.ts';
import type { RecordingWriterOptions } from './recording-writer.ts';

/** One step of a recording, in the order in which they are sent. */
export type RecordingStep =
  | { readonly kind: 'ring'; readonly times: number }
  | { readonly kind: 'beep' }
  | {
      readonly kind: 'say';
      readonly speaker: Speaker;
      readonly text: string;
      readonly gapSeconds: number;
      readonly withClip: boolean;
    }
  | { readonly kind: 'finish' };

export type StepResults = {
  readonly ring: TimeRange;
  readonly beep: TimeRange;
  readonly say: SpokenTurn;
  readonly finish: FinishedRecording;
};

/** To the worker. `abandon` overtakes the steps that wait; those get no reply. */
export type RecorderRequest =
  | { readonly kind: 'open'; readonly recordingId: number; readonly options: RecordingWriterOptions }
  | { readonly kind: 'step'; readonly recordingId: number; readonly requestId: number; readonly step: RecordingStep }
  | { readonly kind: 'abandon'; readonly recordingId: number; readonly requestId: number };

/** From the worker. `code` is the system's name of an error that came from it, such as ENOSPC. */
export type RecorderReply =
  | { readonly kind: 'done'; readonly requestId: number; readonly result: StepResults[keyof StepResults] | undefined }
  | { readonly kind: 'failed'; readonly requestId: number; readonly failure: StepFailure };

export type StepFailure = { readonly message: string; readonly code?: string; readonly isLimit: boolean };
