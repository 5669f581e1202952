import type { CallTimeline } from '../../../../shared/calls.ts';
import { reducePeaks } from '../../../../shared/reduce-peaks.ts';
import type { Database } from '../../platform/db/database.ts';

export type RecordingRow = { readonly size_bytes: number; readonly sha256: string; readonly duration_ms: number };

export type NewRecording = {
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly durationSeconds: number;
  /** The loudest sample of each stretch, 0 to 255: agent, then recipient. */
  readonly peaks: { readonly perSecond: number; readonly channels: readonly [Uint8Array, Uint8Array] };
};

export function insertRecording(db: Database, call: number, recording: NewRecording): void {
  const { perSecond, channels } = recording.peaks;
  db.run(
    `INSERT INTO recording (call, size_bytes, sha256, duration_ms, peaks_per_second, agent_peaks, user_peaks)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    call,
    recording.sizeBytes,
    recording.sha256,
    Math.round(recording.durationSeconds * 1000),
    perSecond,
    channels[0],
    channels[1],
  );
}

export function findRecording(db: Database, call: number): RecordingRow | undefined {
  return db.get<RecordingRow>('SELECT size_bytes, sha256, duration_ms FROM recording WHERE call = ?', call);
}

/** The organization of a signed address is not known: the signature stands for it. */
export function findRecordingByCallId(db: Database, callId: string): RecordingRow | undefined {
  return db.get<RecordingRow>(
    `SELECT size_bytes, sha256, duration_ms FROM recording JOIN call ON call.id = recording.call WHERE call_id = ?`,
    callId,
  );
}

/** Of a channel: an hour at ten a second, which a window can show and a connection carries at once. */
const maxPeaksPerChannel = 36_000;

const maxPeak = 255;

/** Written once: a long recording has a hundred thousand of them. */
const peakLevels = Array.from({ length: maxPeak + 1 }, (_, level) => Math.round((level / maxPeak) * 1000) / 1000);

type PeaksRow = {
  readonly per_second: number;
  readonly agent_peaks: Uint8Array;
  readonly user_peaks: Uint8Array;
};

function findPeaks(db: Database, call: number): PeaksRow | undefined {
  const sql = 'SELECT peaks_per_second AS per_second, agent_peaks, user_peaks FROM recording WHERE call = ?';
  return db.get<PeaksRow>(sql, call);
}

/** The shape of a call's sound in so many levels of each speaker at most: agent, then recipient; null without a recording. */
export function readWaveform(db: Database, call: number, bars: number): [number[], number[]] | null {
  const row = findPeaks(db, call);
  if (!row) return null;
  const shape = (peaks: Uint8Array) => reducePeaks(peaks, bars).map((peak) => peakLevels[peak] ?? 0);
  return [shape(row.agent_peaks), shape(row.user_peaks)];
}

/** The shape of a call's sound, coarser for one of more than an hour; empty while there is no recording. */
export function readPeaks(db: Database, call: number): CallTimeline['peaks'] {
  const row = findPeaks(db, call);
  if (!row) return { per_second: 1, channels: [[], []] };
  const merged = Math.max(1, Math.ceil(row.agent_peaks.length / maxPeaksPerChannel));
  return {
    per_second: row.per_second / merged,
    channels: [reduceToLevels(row.agent_peaks, merged), reduceToLevels(row.user_peaks, merged)],
  };
}

/** The loudest of each `merged` peaks. */
function reduceToLevels(peaks: Uint8Array, merged: number): number[] {
  return Array.from({ length: Math.ceil(peaks.length / merged) }, (_, at) => {
    let loud = 0;
    for (const peak of peaks.subarray(at * merged, (at + 1) * merged)) loud = Math.max(loud, peak);
    return peakLevels[loud] ?? 0;
  });
}

/** Whether a call has a recording, by its file's name. */
export function hasRecording(db: Database, callId: string): boolean {
  return findRecordingByCallId(db, callId) !== undefined;
}
