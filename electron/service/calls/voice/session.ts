import { rm } from 'node:fs/promises';
import type { FinishedRecording, RecordingSession, Speaker, SpokenTurn, Stretch } from './recorder.ts';
import type { RecordingStep, StepResult } from './recorder-protocol.ts';
import type { RecordingOptions } from './recording.ts';
import { partPath } from './recording-file.ts';
import { RecordingLimitError, recordingLimits } from './recording-limits.ts';
import type { Studio } from './studio.ts';

let lastSessionId = 0;
let lastRequestId = 0;

/** This thread's side of a recording: refuses what asks for too much, and sends the rest to its worker. */
export class Session implements RecordingSession {
  readonly #sessionId = ++lastSessionId;
  readonly #studio: Studio;
  readonly #path: string;
  readonly #signal: AbortSignal | undefined;
  readonly #onEnd: () => void;
  /** Why no further step is taken. */
  #endReason: unknown;
  #leaving: Promise<void> | undefined;
  #isFinishing = false;

  constructor(studio: Studio, options: RecordingOptions, signal: AbortSignal | undefined, onEnd: () => void) {
    this.#studio = studio;
    this.#path = options.path;
    this.#signal = signal;
    this.#onEnd = onEnd;
    studio.send({ kind: 'open', sessionId: this.#sessionId, options });
    signal?.addEventListener('abort', this.#abort);
  }

  async ring(times: number): Promise<Stretch> {
    refuseUnless(Number.isInteger(times) && times >= 1 && times <= recordingLimits.rings, () => {
      return `It rings 1 to ${recordingLimits.rings} times.`;
    });
    return this.#take({ kind: 'ring', times });
  }

  async beep(): Promise<Stretch> {
    return this.#take({ kind: 'beep' });
  }

  async say(
    speaker: Speaker,
    text: string,
    { gapSeconds, withClip = false }: { readonly gapSeconds: number; readonly withClip?: boolean },
  ): Promise<SpokenTurn> {
    refuseUnless(text.length <= recordingLimits.textLength, () => {
      return `A turn has at most ${recordingLimits.textLength} characters, and this one ${text.length}.`;
    });
    refuseUnless(gapSeconds >= 0 && gapSeconds <= recordingLimits.gapSeconds, () => {
      return `Between two turns lie 0 to ${recordingLimits.gapSeconds} seconds.`;
    });
    return this.#take({ kind: 'say', speaker, text, gapSeconds, withClip });
  }

  async finish(): Promise<FinishedRecording> {
    const finished = await this.#take({ kind: 'finish' });
    this.#endReason = new Error('The recording is finished.');
    this.#leaving = Promise.resolve();
    this.#end();
    return finished;
  }

  abandon(): Promise<void> {
    return this.#leave(new Error('The recording was given up.'));
  }

  /** Gives up without anybody who waits for it; whoever wants to know whether all is removed calls abandon(). */
  drop(reason: unknown): void {
    this.#leave(reason).catch(() => undefined);
  }

  readonly #abort = (): void => this.drop(this.#signal?.reason);

  async #take<Step extends RecordingStep>(step: Step): Promise<StepResult[Step['kind']]> {
    if (this.#endReason !== undefined) throw this.#endReason;
    if (this.#isFinishing) throw new Error('The recording is being finished.');
    this.#isFinishing = step.kind === 'finish';
    const request = { kind: 'step', sessionId: this.#sessionId, requestId: ++lastRequestId, step } as const;
    try {
      // The worker answers each kind of step with its own kind of result.
      return (await this.#studio.ask(request)) as StepResult[Step['kind']];
    } catch (error) {
      if (error instanceof RecordingLimitError) throw error;
      this.drop(error);
      await this.#leaving?.catch(() => undefined);
      throw error;
    }
  }

  #leave(reason: unknown): Promise<void> {
    this.#leaving ??= this.#removeAll(reason);
    return this.#leaving;
  }

  async #removeAll(reason: unknown): Promise<void> {
    this.#endReason = reason;
    this.#studio.forget(this.#sessionId, reason);
    try {
      await this.#studio
        .ask({ kind: 'abandon', sessionId: this.#sessionId, requestId: ++lastRequestId })
        // The worker is gone, and what it has left is removed from here.
        .catch(() => rm(partPath(this.#path), { force: true }));
      // It may have been done with the file before it heard of this.
      if (this.#isFinishing) await rm(this.#path, { force: true });
    } finally {
      this.#end();
    }
  }

  #end(): void {
    this.#signal?.removeEventListener('abort', this.#abort);
    this.#onEnd();
  }
}

function refuseUnless(isAllowed: boolean, explain: () => string): void {
  if (!isAllowed) throw new RecordingLimitError(explain());
}
