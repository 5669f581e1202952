import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import type { Voice } from '../../../../shared/voices.ts';
import { RecordingLimitError, recordingLimits } from './recording-limits.ts';
import { WorkerRecordingHandle } from './session.ts';
import { RecorderWorkerClient, startRecorderWorker } from './recorder-worker-client.ts';

/** The agent is heard on the left, the user (the call's recipient) on the right. */
export type Speaker = 'agent' | 'user';

/** In the decoded recording. */
export type TimeRange = { readonly startSeconds: number; readonly endSeconds: number };

/** The clip is the turn alone, a mono WAV. */
export type SpokenTurn = TimeRange & { readonly clip?: Uint8Array };

export type FinishedRecording = {
  readonly durationSeconds: number;
  readonly sizeBytes: number;
  readonly sha256: string;
  /** The loudest sample of each window, 0 to 255, left and right, on the decoded recording's time line. */
  readonly peaks: { readonly perSecond: number; readonly channels: readonly [Uint8Array, Uint8Array] };
};

/**
 * A recording under way. Its steps are done in the order in which they were asked for, awaited or not. A step that asks
 * for too much is refused with a RecordingLimitError; after any other failure nothing of the recording is left and
 * every step fails.
 */
export type RecordingHandle = {
  /** The ring-back tone on both channels, before an answer. */
  ring(times: number): Promise<TimeRange>;
  /** An answering machine's, on the user's channel. */
  beep(): Promise<TimeRange>;
  /** Spoken sentence by sentence, after so much silence. A text that nothing of can be spoken becomes a short silence. */
  speak(
    speaker: Speaker,
    text: string,
    options: { readonly gapSeconds: number; readonly withClip?: boolean },
  ): Promise<SpokenTurn>;
  /** The file stands at its path, whole and on the disk. */
  finish(): Promise<FinishedRecording>;
  /** Leaves no file; steps that are still awaited reject. Does nothing to a recording that is finished. */
  abandon(): Promise<void>;
};

export type OpenRecordingOptions = {
  /** Where the MP3 will stand; until then it grows beside it, as `<path>.part`. */
  readonly path: string;
  readonly voices: Readonly<Record<Speaker, Voice>>;
  /** The same steps with the same seed give the same file, byte for byte. */
  readonly seed: string;
  /** What would make it longer is refused; by default two hours. */
  readonly maxDurationSeconds?: number;
  /** Abandons the recording when aborted; its steps reject with the signal's reason. */
  readonly signal?: AbortSignal;
};

export type Recorder = {
  /** Throws a RecordingLimitError when too many are open, and the signal's reason when it is aborted already. */
  openRecording(options: OpenRecordingOptions): RecordingHandle;
  /** Ends the workers. Recordings under way are abandoned. */
  close(): Promise<void>;
};

export type RecorderOptions = {
  /** At most so many at once; by default all cores but one, up to three. */
  readonly maxWorkers?: number;
  /** A worker without a recording is ended after this. */
  readonly idleTimeoutMs?: number;
  /** Starts a worker's thread; tests watch it through this. */
  readonly startWorker?: () => Worker;
};

type WorkerSlot = {
  readonly client: RecorderWorkerClient;
  readonly handles: Set<WorkerRecordingHandle>;
  idleTimer?: NodeJS.Timeout;
};

/** Makes calls audible: speech, tones and silence into an MP3, all of it in workers that start when they are needed. */
export function createRecorder(options: RecorderOptions = {}): Recorder {
  const { maxWorkers = getDefaultWorkerCount(), idleTimeoutMs = 30_000, startWorker = startRecorderWorker } = options;
  const seats = new Set<WorkerSlot>();
  const paths = new Set<string>();
  let isClosed = false;

  const addSlot = (): WorkerSlot => {
    const handles = new Set<WorkerRecordingHandle>();
    const client = new RecorderWorkerClient(startWorker(), () => {
      seats.delete(seat);
      clearTimeout(seat.idleTimer);
      for (const session of handles) session.abandonWithReason(new Error('The recording worker stopped.'));
    });
    const seat: WorkerSlot = { client: client, handles: handles };
    seats.add(seat);
    return seat;
  };

  const findSlot = (): WorkerSlot => {
    const [leastBusy] = [...seats].toSorted((a, b) => a.handles.size - b.handles.size);
    if (!leastBusy || (leastBusy.handles.size > 0 && seats.size < maxWorkers)) return addSlot();
    if (leastBusy.handles.size >= recordingLimits.recordingsPerWorker) {
      throw new RecordingLimitError(
        `At most ${maxWorkers * recordingLimits.recordingsPerWorker} calls are recorded at once.`,
      );
    }
    return leastBusy;
  };

  const stopSlotWhenIdle = (seat: WorkerSlot): void => {
    if (seat.handles.size > 0 || !seats.has(seat)) return;
    seat.idleTimer = setTimeout(() => {
      seats.delete(seat);
      void seat.client.stop(new Error('The recording worker had nothing to do.'));
    }, idleTimeoutMs).unref();
  };

  return {
    openRecording: ({ path, voices, seed, maxDurationSeconds = recordingLimits.durationSeconds, signal }) => {
      if (isClosed) throw new Error('The recorder is closed.');
      signal?.throwIfAborted();
      if (paths.has(path)) throw new Error('A recording to the same file is under way.');
      const seat = findSlot();
      clearTimeout(seat.idleTimer);
      const session = new WorkerRecordingHandle(seat.client, { path, voices, seed, maxDurationSeconds }, signal, () => {
        paths.delete(path);
        seat.handles.delete(session);
        stopSlotWhenIdle(seat);
      });
      paths.add(path);
      seat.handles.add(session);
      return session;
    },
    close: async () => {
      isClosed = true;
      const open = [...seats].flatMap(({ handles }) => [...handles]);
      await Promise.all([...seats].map(({ client }) => client.stop(new Error('The recorder was closed.'))));
      await Promise.all(open.map((session) => session.abandon()));
    },
  };
}

function getDefaultWorkerCount(): number {
  return Math.max(1, Math.min(3, availableParallelism() - 1));
}
