import { rm } from 'node:fs/promises';
import type { FinishedRecording, RecordingHandle, Speaker, SpokenTurn, TimeRange } from './recorder.ts';
import type { RecordingStep, StepResults } from './recorder-protocol.ts';
import type { RecordingWriterOptions } from './recording-writer.ts';
import { getPartialPath } from './atomic-file-writer.ts';
import { RecordingLimitError, recordingLimits } from './recording-limits.ts';
import type { RecorderWorkerClient } from './recorder-worker-client.ts';

let lastRecordingId = 0;
let lastRequestId = 0;

/** This thread's side of a recording: refuses what asks for too much, and sends the rest to its worker. */
export class WorkerRecordingHandle implements RecordingHandle {
  readonly #recordingId = ++lastRecordingId;
  readonly #client: RecorderWorkerClient;
  readonly #path: string;
  readonly #signal: AbortSignal | undefined;
  readonly #onEnd: () => void;
  /** Why no further step is taken. */
  #endReason: unknown;
  #cleanup: Promise<void> | undefined;
  #isFinishing = false;

  constructor(
    studio: RecorderWorkerClient,
    options: RecordingWriterOptions,
    signal: AbortSignal | undefined,
    onEnd: () => void,
  ) {
    this.#client = studio;
    this.#path = options.path;
    this.#signal = signal;
    this.#onEnd = onEnd;
    studio.send({ kind: 'open', recordingId: this.#recordingId, options });
    signal?.addEventListener('abort', this.#onAbort);
  }

  async ring(times: number): Promise<TimeRange> {
    assertWithinLimit(Number.isInteger(times) && times >= 1 && times <= recordingLimits.rings, () => {
      return `It rings 1 to ${recordingLimits.rings} times.`;
    });
    return this.#requestStep({ kind: 'ring', times });
  }

  async beep(): Promise<TimeRange> {
    return this.#requestStep({ kind: 'beep' });
  }

  async speak(
    speaker: Speaker,
    text: string,
    { gapSeconds, withClip = false }: { readonly gapSeconds: number; readonly withClip?: boolean },
  ): Promise<SpokenTurn> {
    assertWithinLimit(text.length <= recordingLimits.textLength, () => {
      return `A turn has at most ${recordingLimits.textLength} characters, and this one ${text.length}.`;
    });
    assertWithinLimit(gapSeconds >= 0 && gapSeconds <= recordingLimits.gapSeconds, () => {
      return `Between two turns lie 0 to ${recordingLimits.gapSeconds} seconds.`;
    });
    return this.#requestStep({ kind: 'say', speaker, text, gapSeconds, withClip });
  }

  async finish(): Promise<FinishedRecording> {
    const finished = await this.#requestStep({ kind: 'finish' });
    this.#endReason = new Error('The recording is finished.');
    this.#cleanup = Promise.resolve();
    this.#detach();
    return finished;
  }

  abandon(): Promise<void> {
    return this.#beginCleanup(new Error('The recording was given up.'));
  }

  /** Gives up without anybody who waits for it; whoever wants to know whether all is removed calls abandon(). */
  abandonWithReason(reason: unknown): void {
    this.#beginCleanup(reason).catch(() => undefined);
  }

  readonly #onAbort = (): void => this.abandonWithReason(this.#signal?.reason);

  async #requestStep<Step extends RecordingStep>(step: Step): Promise<StepResults[Step['kind']]> {
    if (this.#endReason !== undefined) throw this.#endReason;
    if (this.#isFinishing) throw new Error('The recording is being finished.');
    this.#isFinishing = step.kind === 'finish';
    const request = { kind: 'step', recordingId: this.#recordingId, requestId: ++lastRequestId, step } as const;
    try {
      // The worker answers each kind of step with its own kind of result.
      return (await this.#client.request(request)) as StepResults[Step['kind']];
    } catch (error) {
      if (error instanceof RecordingLimitError) throw error;
      this.abandonWithReason(error);
      await this.#cleanup?.catch(() => undefined);
      throw error;
    }
  }

  #beginCleanup(reason: unknown): Promise<void> {
    this.#cleanup ??= this.#runCleanup(reason);
    return this.#cleanup;
  }

  async #runCleanup(reason: unknown): Promise<void> {
    this.#endReason = reason;
    this.#client.rejectPending(this.#recordingId, reason);
    try {
      await this.#client
        .request({ kind: 'abandon', recordingId: this.#recordingId, requestId: ++lastRequestId })
        // The worker is gone, and what it has left is removed from here.
        .catch(() => rm(getPartialPath(this.#path), { force: true }));
      // It may have been done with the file before it heard of this.
      if (this.#isFinishing) await rm(this.#path, { force: true });
    } finally {
      this.#detach();
    }
  }

  #detach(): void {
    this.#signal?.removeEventListener('abort', this.#onAbort);
    this.#onEnd();
  }
}

function assertWithinLimit(isAllowed: boolean, explain: () => string): void {
  if (!isAllowed) throw new RecordingLimitError(explain());
}
