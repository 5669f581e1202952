import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import type { Voice } from '../../../../shared/voices.ts';
import { RecordingLimitError, recordingLimits } from './recording-limits.ts';
import { Session } from './session.ts';
import { Studio, startRecorderWorker } from './studio.ts';

/** The agent is heard on the left, the user (the call's recipient) on the right. */
export type Speaker = 'agent' | 'user';

/** In the decoded recording. */
export type Stretch = { readonly startSeconds: number; readonly endSeconds: number };

/** The clip is the turn alone, a mono WAV. */
export type SpokenTurn = Stretch & { readonly clip?: Uint8Array };

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
export type RecordingSession = {
  /** The ring-back tone on both channels, before an answer. */
  ring(times: number): Promise<Stretch>;
  /** An answering machine's, on the user's channel. */
  beep(): Promise<Stretch>;
  /** Spoken sentence by sentence, after so much silence. A text that nothing of can be spoken becomes a short silence. */
  say(
    speaker: Speaker,
    text: string,
    options: { readonly gapSeconds: number; readonly withClip?: boolean },
  ): Promise<SpokenTurn>;
  /** The file stands at its path, whole and on the disk. */
  finish(): Promise<FinishedRecording>;
  /** Leaves no file; steps that are still awaited reject. Does nothing to a recording that is finished. */
  abandon(): Promise<void>;
};

export type SessionOptions = {
  /** Where the MP3 will stand; until then it grows beside it, as `<path>.part`. */
  readonly path: string;
  readonly voices: Readonly<Record<Speaker, Voice>>;
  /** The same steps with the same seed give the same file, byte for byte. */
  readonly seed: string;
  /** What would make it longer is refused; by default two hours. */
  readonly longestSeconds?: number;
  /** Abandons the recording when aborted; its steps reject with the signal's reason. */
  readonly signal?: AbortSignal;
};

export type Recorder = {
  /** Throws a RecordingLimitError when too many are open, and the signal's reason when it is aborted already. */
  openSession(options: SessionOptions): RecordingSession;
  /** Ends the workers. Recordings under way are abandoned. */
  close(): Promise<void>;
};

export type RecorderOptions = {
  /** At most so many at once; by default all cores but one, up to three. */
  readonly workers?: number;
  /** A worker without a recording is ended after this. */
  readonly idleMs?: number;
  /** Starts a worker's thread; tests watch it through this. */
  readonly startWorker?: () => Worker;
};

type Seat = { readonly studio: Studio; readonly sessions: Set<Session>; idleTimer?: NodeJS.Timeout };

/** Makes calls audible: speech, tones and silence into an MP3, all of it in workers that start when they are needed. */
export function createRecorder(options: RecorderOptions = {}): Recorder {
  const { workers = defaultWorkers(), idleMs = 30_000, startWorker = startRecorderWorker } = options;
  const seats = new Set<Seat>();
  const paths = new Set<string>();
  let isClosed = false;

  const addSeat = (): Seat => {
    const sessions = new Set<Session>();
    const studio = new Studio(startWorker(), () => {
      seats.delete(seat);
      clearTimeout(seat.idleTimer);
      for (const session of sessions) session.drop(new Error('The recording worker stopped.'));
    });
    const seat: Seat = { studio, sessions };
    seats.add(seat);
    return seat;
  };

  const findSeat = (): Seat => {
    const [freest] = [...seats].toSorted((a, b) => a.sessions.size - b.sessions.size);
    if (!freest || (freest.sessions.size > 0 && seats.size < workers)) return addSeat();
    if (freest.sessions.size >= recordingLimits.sessionsPerWorker) {
      throw new RecordingLimitError(
        `At most ${workers * recordingLimits.sessionsPerWorker} calls are recorded at once.`,
      );
    }
    return freest;
  };

  const restSeat = (seat: Seat): void => {
    if (seat.sessions.size > 0 || !seats.has(seat)) return;
    seat.idleTimer = setTimeout(() => {
      seats.delete(seat);
      void seat.studio.stop(new Error('The recording worker had nothing to do.'));
    }, idleMs).unref();
  };

  return {
    openSession: ({ path, voices, seed, longestSeconds = recordingLimits.durationSeconds, signal }) => {
      if (isClosed) throw new Error('The recorder is closed.');
      signal?.throwIfAborted();
      if (paths.has(path)) throw new Error('A recording to the same file is under way.');
      const seat = findSeat();
      clearTimeout(seat.idleTimer);
      const session = new Session(seat.studio, { path, voices, seed, longestSeconds }, signal, () => {
        paths.delete(path);
        seat.sessions.delete(session);
        restSeat(seat);
      });
      paths.add(path);
      seat.sessions.add(session);
      return session;
    },
    close: async () => {
      isClosed = true;
      const open = [...seats].flatMap(({ sessions }) => [...sessions]);
      await Promise.all([...seats].map(({ studio }) => studio.stop(new Error('The recorder was closed.'))));
      await Promise.all(open.map((session) => session.abandon()));
    },
  };
}

function defaultWorkers(): number {
  return Math.max(1, Math.min(3, availableParallelism() - 1));
}
