import type { FinishedRecording, Speaker, SpokenTurn, Stretch } from './recorder.ts';
import type { RecordingOptions } from './recording.ts';

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

export type StepResult = {
  readonly ring: Stretch;
  readonly beep: Stretch;
  readonly say: SpokenTurn;
  readonly finish: FinishedRecording;
};

/** To the worker. `abandon` overtakes the steps that wait; those get no reply. */
export type RecorderRequest =
  | { readonly kind: 'open'; readonly sessionId: number; readonly options: RecordingOptions }
  | { readonly kind: 'step'; readonly sessionId: number; readonly requestId: number; readonly step: RecordingStep }
  | { readonly kind: 'abandon'; readonly sessionId: number; readonly requestId: number };

/** From the worker. `code` is the system's name of an error that came from it, such as ENOSPC. */
export type RecorderReply =
  | { readonly kind: 'done'; readonly requestId: number; readonly result: StepResult[keyof StepResult] | undefined }
  | { readonly kind: 'failed'; readonly requestId: number; readonly failure: StepFailure };

export type StepFailure = { readonly message: string; readonly code?: string; readonly isLimit: boolean };
