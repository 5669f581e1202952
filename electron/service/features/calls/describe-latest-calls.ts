import type { LostRecording } from '../../../../shared/attention.ts';
import type { LatestCall } from '../../../../shared/overview.ts';
import type { Database } from '../../platform/db/database.ts';
import type { RecordingStore } from '../recordings/recording-store.ts';
import { countUnfinishedCalls } from './call-queries.ts';
import { toCallRecord, type CallRow } from './call-row.ts';
import { listCallsBefore } from './call-list-queries.ts';
import { findRecording, readWaveform } from '../recordings/recording-queries.ts';

/** Bars of a waveform that is as wide as a word or two. */
const waveformBarCount = 48;

export type LatestCalls = { readonly running: number; readonly data: LatestCall[]; readonly rows: readonly CallRow[] };

/** The calls that were placed last, newest first, with the shape of their sound. */
export function describeLatestCalls(db: Database, orgId: string, limit: number): LatestCalls {
  const rows = listCallsBefore(db, orgId, {}, { before: Number.MAX_SAFE_INTEGER, limit });
  const data = rows.map((row) => {
    const { match: _, ...record } = toCallRecord(row);
    return { ...record, waveform: row.status === 'completed' ? readWaveform(db, row.id, waveformBarCount) : null };
  });
  return { running: countUnfinishedCalls(db, orgId), data, rows };
}

/** Those of the calls whose recording is gone or of another size; what its file holds is not read. */
export async function findLostRecordings(
  db: Database,
  recordings: RecordingStore,
  rows: readonly CallRow[],
): Promise<readonly LostRecording[]> {
  const recorded = rows.flatMap((row) => {
    const recording = row.has_recording === 1 ? findRecording(db, row.id) : undefined;
    return recording ? [{ row, recording }] : [];
  });
  const glances = await Promise.all(
    recorded.map(async ({ row: { call_id, recipient_number }, recording }) => {
      const cause = await recordings.checkFile(call_id, recording);
      return cause ? [{ call_id, recipient_number, cause }] : [];
    }),
  );
  return glances.flat();
}
