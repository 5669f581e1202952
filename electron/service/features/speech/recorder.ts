// Public: other features may import this file.
import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Speaker } from '../../../../shared/calls/calls.ts';
import type { Voice } from '../../../../shared/agents/voices.ts';
import { resolveWorkerUrl, type WorkerFailure } from '../../platform/workers/worker-protocol.ts';
import { toRequestError, WorkerClient } from '../../platform/workers/worker-client.ts';
import { getPartialPath } from './atomic-file-writer.ts';
import {
  RecordingLimitError,
  recordingLimits,
  type FinishedRecording,
  type RecorderProtocol,
  type RecordingTarget,
  type SpokenSentence,
  type SpokenTurn,
  type TimeRange,
} from './recorder-protocol.ts';
import { voiceText, type SpeechAudio, type VoicedText, type VoiceServer } from './voice-server.ts';

export type { FinishedRecording, SpokenSentence, SpokenTurn, TimeRange } from './recorder-protocol.ts';

export type OpenRecordingOptions = {
  /** The path of the finished MP3. Until then it is written to `<path>.part`. */
  readonly path: string;
  readonly voices: Readonly<Record<Speaker, Voice>>;
  /** How fast the agent speaks, in percent of its voice's own speed. Default: 100. */
  readonly agentRatePercent?: number;
  /** Speaks for the agent. Its built-in voice then speaks only what this server cannot. */
  readonly agentVoice?: VoiceServer | null | undefined;
  /** Whether the last turn of the agent can be cut, until the next step. Default: false. */
  readonly holdsAgent?: boolean;
  /** The same steps with the same seed produce the same file, byte for byte. */
  readonly seed: string;
  /** Steps that exceed this duration are rejected. Default: two hours. */
  readonly maxDurationSeconds?: number;
  /** Abandons the recording when aborted; its steps reject with the signal's reason. */
  readonly signal?: AbortSignal;
};

export type Recorder = {
  /** Throws a RecordingLimitError if too many recordings are open, and the signal's reason if it is already aborted. */
  openRecording(options: OpenRecordingOptions): RecordingHandle;
  /** Ends the workers and abandons open recordings. */
  close(): Promise<void>;
};

export type RecorderOptions = {
  /** Default: one fewer than the number of cores, at most three. */
  readonly maxWorkers?: number;
  /** A worker without an open recording is ended after this time. */
  readonly idleTimeoutMs?: number;
  /** Starts a worker thread. Tests use it to observe the threads. */
  readonly startWorker?: () => Worker;
};

type RecorderClient = WorkerClient<RecorderProtocol>;

type WorkerSlot = { readonly client: RecorderClient; readonly handles: Set<RecordingHandle> };

/** Turns calls into audio: speech, tones and silence are written to MP3 files by worker threads. */
export function createRecorder(options: RecorderOptions = {}): Recorder {
  const { maxWorkers = getDefaultWorkerCount(), idleTimeoutMs = 30_000, startWorker = startRecorderWorker } = options;
  const slots = new Set<WorkerSlot>();
  const paths = new Set<string>();
  let lastRecordingId = 0;
  let isClosed = false;

  const addSlot = (): WorkerSlot => {
    const handles = new Set<RecordingHandle>();
    const client: RecorderClient = new WorkerClient({
      label: 'recording worker',
      startWorker,
      idleTimeoutMs,
      isInUse: () => handles.size > 0,
      toError: toRecordingError,
      onCrash: (error) => {
        slots.delete(slot);
        void client.close(error); // its recordings cannot continue in another worker
        for (const handle of handles) handle.abandonInBackground(error);
      },
    });
    const slot: WorkerSlot = { client, handles };
    slots.add(slot);
    return slot;
  };

  const findSlot = (): WorkerSlot => {
    const [leastBusy] = [...slots].toSorted((a, b) => a.handles.size - b.handles.size);
    if (!leastBusy || (leastBusy.handles.size > 0 && slots.size < maxWorkers)) return addSlot();
    if (leastBusy.handles.size >= recordingLimits.recordingsPerWorker) {
      throw new RecordingLimitError(
        `At most ${maxWorkers * recordingLimits.recordingsPerWorker} calls can be recorded at the same time.`,
      );
    }
    return leastBusy;
  };

  return {
    openRecording: ({
      path,
      voices,
      agentRatePercent = 100,
      agentVoice = null,
      holdsAgent = false,
      seed,
      maxDurationSeconds = recordingLimits.durationSeconds,
      signal,
    }) => {
      if (isClosed) throw new Error('The recorder is closed.');
      signal?.throwIfAborted();
      if (paths.has(path)) throw new Error('Another recording is writing to the same file.');
      const slot = findSlot();
      slot.client.start();
      const recording = {
        recordingId: ++lastRecordingId,
        options: { path, voices, agentRatePercent, seed, maxDurationSeconds, holdsAgent },
      };
      const handle = new RecordingHandle(slot.client, { recording, agentVoice }, signal, () => {
        paths.delete(path);
        slot.handles.delete(handle);
      });
      paths.add(path);
      slot.handles.add(handle);
      return handle;
    },
    close: async () => {
      isClosed = true;
      const open = [...slots].flatMap(({ handles }) => [...handles]);
      await Promise.all([...slots].map(({ client }) => client.close(new Error('The recorder was closed.'))));
      await Promise.all(open.map((handle) => handle.abandon()));
    },
  };
}

export type SpeakOptions = {
  /**
   * Silence before the text; less than 0 if the recipient begins before the end of the agent's last turn, which must be one that can be
   * cut. Null if it continues what this speaker said last: then a pause, as between two sentences.
   */
  readonly gapSeconds: number | null;
  /** Whether the sound is also wanted as a clip. */
  readonly withClip?: boolean;
  /** The sound of a recipient who has spoken the text. */
  readonly audio?: SpeechAudio | null;
  /** Called as soon as a sentence can be heard, in their order. */
  readonly onSentence?: (sentence: SpokenSentence) => void;
};

/**
 * An open recording. Its steps run in the order in which its methods are called, even if they are not awaited. A step that
 * exceeds a limit rejects with a RecordingLimitError; after any other failure the file is deleted and every step rejects.
 */
export class RecordingHandle {
  readonly #client: RecorderClient;
  readonly #recording: RecordingTarget;
  readonly #agentVoice: VoiceServer | null;
  readonly #signal: AbortSignal | undefined;
  readonly #onEnd: () => void;
  /** Aborted when the recording ends, with the reason why it accepts no more steps. */
  readonly #ended = new AbortController();
  #cleanup: Promise<void> | undefined;
  #isFinishing = false;
  /** The last step that waits for the audio of a server, which later steps do not overtake. */
  #lastWaiting: Promise<unknown> | null = null;

  constructor(
    client: RecorderClient,
    { recording, agentVoice }: { readonly recording: RecordingTarget; readonly agentVoice: VoiceServer | null },
    signal: AbortSignal | undefined,
    onEnd: () => void,
  ) {
    this.#client = client;
    this.#recording = recording;
    this.#agentVoice = agentVoice;
    this.#signal = signal;
    this.#onEnd = onEnd;
    signal?.addEventListener('abort', this.#onAbort);
  }

  /** Adds the ring-back tone on both channels, before the answer. */
  async ring(times: number): Promise<TimeRange> {
    assertWithinLimit(
      Number.isInteger(times) && times >= 1 && times <= recordingLimits.rings,
      `A call can ring 1 to ${recordingLimits.rings} times.`,
    );
    return this.#runStep('ring', { recording: this.#recording, times });
  }

  /** Adds the beep of an answering machine on the recipient's channel. */
  async beep(): Promise<TimeRange> {
    return this.#runStep('beep', { recording: this.#recording });
  }

  /**
   * Adds a gap of silence, then the text, sentence by sentence: the agent on the left channel, the recipient on the right. A
   * text with nothing to pronounce becomes a short silence.
   */
  async speak(
    speaker: Speaker,
    text: string,
    { gapSeconds, withClip = false, audio = null, onSentence }: SpeakOptions,
  ): Promise<SpokenTurn> {
    assertWithinLimit(
      text.length <= recordingLimits.textLength,
      `A turn can have at most ${recordingLimits.textLength} characters; this one has ${text.length}.`,
    );
    const minGapSeconds = speaker === 'user' && this.#recording.options.holdsAgent ? -recordingLimits.gapSeconds : 0;
    assertWithinLimit(
      gapSeconds === null || (gapSeconds >= minGapSeconds && gapSeconds <= recordingLimits.gapSeconds),
      `The gap between turns must be ${minGapSeconds} to ${recordingLimits.gapSeconds} seconds.`,
    );
    const turn = { recording: this.#recording, speaker, gapSeconds, withClip };
    const voiced = speaker === 'agent' ? this.#voice(text) : null;
    if (!voiced) return this.#runStep('speak', { ...turn, sentences: [{ text, audio }] }, onSentence);
    const input = voiced.then(({ sentences }) => ({ ...turn, sentences }));
    const { unreadable, ...spoken } = await this.#runStep('speak', input, onSentence);
    const { speech } = await voiced;
    return { ...spoken, speech: { ...speech, fallback: speech.fallback ?? unreadable ?? null } };
  }

  #voice(text: string): Promise<VoicedText> | null {
    if (!this.#agentVoice) return null;
    const { agentRatePercent } = this.#recording.options;
    return voiceText(this.#agentVoice, text, { ratePercent: agentRatePercent, signal: this.#ended.signal });
  }

  /** Cuts what the agent said last, because the recipient interrupted it. Nothing else may be recorded since. */
  async cut(endSeconds: number): Promise<TimeRange> {
    return this.#runStep('cut', { recording: this.#recording, endSeconds });
  }

  /** Resolves when the complete file is at its path and flushed to disk. */
  async finish(): Promise<FinishedRecording> {
    const finished = await this.#runStep('finish', { recording: this.#recording });
    this.#ended.abort(new Error('The recording is finished.'));
    this.#cleanup = Promise.resolve();
    this.#detach();
    return finished;
  }

  /** Deletes the file and rejects waiting steps. Has no effect on a finished recording. */
  abandon(reason: unknown = new Error('The recording was abandoned.')): Promise<void> {
    this.#cleanup ??= this.#runCleanup(reason);
    return this.#cleanup;
  }

  /** Abandons the recording when no caller waits for it; a failed cleanup rejects the next `abandon`. */
  abandonInBackground(reason: unknown): void {
    this.abandon(reason).catch(() => undefined);
  }

  readonly #onAbort = (): void => this.abandonInBackground(this.#signal?.reason);

  async #runStep<Kind extends Exclude<keyof RecorderProtocol, 'abandon'>>(
    kind: Kind,
    input: RecorderProtocol[Kind]['input'] | Promise<RecorderProtocol[Kind]['input']>,
    onProgress?: (progress: RecorderProtocol[Kind]['progress']) => void,
  ): Promise<RecorderProtocol[Kind]['result']> {
    const { signal } = this.#ended;
    signal.throwIfAborted();
    if (this.#isFinishing) throw new Error('The recording is being finished.');
    this.#isFinishing = kind === 'finish';
    try {
      const waiting = this.#waitInOrder(input);
      const ready = waiting instanceof Promise ? await waiting : waiting;
      const lane = String(this.#recording.recordingId);
      return await this.#client.request(kind, ready, { lane, signal, ...(onProgress && { onProgress }) });
    } catch (error) {
      if (error instanceof RecordingLimitError) throw error;
      this.abandonInBackground(error);
      await this.#cleanup?.catch(() => undefined);
      throw error;
    }
  }

  /** Returns the input itself, unless it or the input of an earlier step is still being prepared. */
  #waitInOrder<Input extends object>(input: Input | Promise<Input>): Input | Promise<Input> {
    if (!this.#lastWaiting && !(input instanceof Promise)) return input;
    const waiting = Promise.all([input, this.#lastWaiting]).then(([own]) => own);
    const end = () => {
      if (this.#lastWaiting === waiting) this.#lastWaiting = null;
    };
    this.#lastWaiting = waiting;
    waiting.then(end, end);
    return waiting;
  }

  async #runCleanup(reason: unknown): Promise<void> {
    const { recordingId, options } = this.#recording;
    this.#ended.abort(reason);
    try {
      await this.#client
        .request('abandon', { recordingId }, { priority: 'interactive' })
        // If the worker has ended, this thread deletes the file.
        .catch(() => rm(getPartialPath(options.path), { force: true }));
      // The worker may have finished the file before it received this request.
      if (this.#isFinishing) await rm(options.path, { force: true });
    } finally {
      this.#detach();
    }
  }

  #detach(): void {
    this.#signal?.removeEventListener('abort', this.#onAbort);
    this.#onEnd();
  }
}

export function startRecorderWorker(): Worker {
  return new Worker(resolveWorkerUrl('recorder-worker', import.meta.url), { name: 'recorder' });
}

function getDefaultWorkerCount(): number {
  return Math.max(1, Math.min(3, availableParallelism() - 1));
}

function assertWithinLimit(isWithinLimit: boolean, message: string): void {
  if (!isWithinLimit) throw new RecordingLimitError(message);
}

function toRecordingError(failure: WorkerFailure): Error {
  if (failure.name === 'RecordingLimitError') return new RecordingLimitError(failure.message);
  return new Error(`The recording failed: ${failure.message}`, { cause: toRequestError(failure) });
}
