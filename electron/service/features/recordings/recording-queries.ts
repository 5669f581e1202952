import type { CallTimeline } from '../../../../shared/calls/calls.ts';
import { reducePeaks } from '../../../../shared/calls/reduce-peaks.ts';
import type { Database } from '../../platform/db/database.ts';
import type { FinishedRecording } from '../speech/recorder.ts';

export type RecordingRow = { readonly size_bytes: number; readonly sha256: string; readonly duration_ms: number };

export function insertRecording(db: Database, call: number, recording: FinishedRecording): void {
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

/** Finds a recording without its organization: a signed URL authorizes access to one call. */
export function findRecordingByCallId(db: Database, callId: string): RecordingRow | undefined {
  return db.get<RecordingRow>(
    `SELECT size_bytes, sha256, duration_ms FROM recording JOIN call ON call.id = recording.call WHERE call_id = ?`,
    callId,
  );
}

/** One hour at ten peaks per second: enough to draw, and small enough for one response. */
const maxPeaksPerChannel = 36_000;

const maxPeak = 255;

/** Levels from 0 to 1 by peak, computed once because a long recording has a hundred thousand peaks. */
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

/** Returns a waveform of at most `bars` levels per speaker: agent, then recipient. Returns null without a recording. */
export function readWaveform(db: Database, call: number, bars: number): [number[], number[]] | null {
  const row = findPeaks(db, call);
  if (!row) return null;
  const toBars = (peaks: Uint8Array) => reducePeaks(peaks, bars).map((peak) => peakLevels[peak] ?? 0);
  return [toBars(row.agent_peaks), toBars(row.user_peaks)];
}

/** Returns the peaks of a call, at a lower resolution for a call of more than an hour. Empty without a recording. */
export function readPeaks(db: Database, call: number): CallTimeline['peaks'] {
  const row = findPeaks(db, call);
  if (!row) return { per_second: 1, channels: [[], []] };
  const peaksPerLevel = Math.max(1, Math.ceil(row.agent_peaks.length / maxPeaksPerChannel));
  return {
    per_second: row.per_second / peaksPerLevel,
    channels: [reduceToLevels(row.agent_peaks, peaksPerLevel), reduceToLevels(row.user_peaks, peaksPerLevel)],
  };
}

/** Returns the maximum of each group of `peaksPerLevel` peaks. */
function reduceToLevels(peaks: Uint8Array, peaksPerLevel: number): number[] {
  return Array.from({ length: Math.ceil(peaks.length / peaksPerLevel) }, (_, index) => {
    let max = 0;
    for (const peak of peaks.subarray(index * peaksPerLevel, (index + 1) * peaksPerLevel)) max = Math.max(max, peak);
    return peakLevels[max] ?? 0;
  });
}

export function hasRecording(db: Database, callId: string): boolean {
  return findRecordingByCallId(db, callId) !== undefined;
}
