// Public: other features may import this file.
import type { FailedCall, LostRecording } from '../../../../shared/window/attention.ts';
import type { LatestCall } from '../../../../shared/window/overview.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { findRecording, readWaveform, type RecordingStore } from '../recordings/recording-store.ts';
import { countCalls, listCallsBefore } from './call-list-queries.ts';
import { countCallsInProgress, listFailedCallsSince, type CallRow } from './call-queries.ts';
import { createNameReader, createRecordReader } from './call-records.ts';

/** Bars of the waveform of a call, which the overview shows as a thumbnail. */
const waveformBarCount = 48;

export type LatestCalls = { readonly running: number; readonly data: LatestCall[]; readonly rows: readonly CallRow[] };

/** Returns the latest calls with their waveforms, newest first. */
export function describeLatestCalls(
  { db, orgId, outbox }: { readonly db: Database; readonly orgId: string; readonly outbox: Outbox | null },
  limit: number,
): LatestCalls {
  const rows = listCallsBefore(db, orgId, {}, { before: Number.MAX_SAFE_INTEGER, limit });
  const readRecord = createRecordReader({ db, orgId, outbox });
  const data = rows.map((row) => {
    const { match: _, ...record } = readRecord(row);
    return { ...record, waveform: row.status === 'completed' ? readWaveform(db, row.id, waveformBarCount) : null };
  });
  return { running: countCallsInProgress(db, orgId), data, rows };
}

/** Counts the calls that were placed at a time or later, without practice calls. */
export function countCallsSince(db: Database, orgId: string, since: string): number {
  return countCalls(db, orgId, { from: since, mode: 'not_practice' });
}

/** The latest failed calls have their names, because the overview shows one of them. */
const namedCalls = 20;

/** Lists the calls that failed at a time or later, newest first, at most `limit`. */
export function listFailedCalls(db: Database, orgId: string, sinceMs: number, limit: number): readonly FailedCall[] {
  const readName = createNameReader(db, orgId);
  return listFailedCallsSince(db, orgId, sinceMs, limit).map(({ id, ...call }, index) => ({
    ...call,
    recipient_name: index < namedCalls ? readName(id) : '',
  }));
}

/** Returns the calls whose recording file is missing or has another size. Does not read the files. */
export async function findLostRecordings(
  db: Database,
  recordings: RecordingStore,
  rows: readonly CallRow[],
): Promise<readonly LostRecording[]> {
  const recorded = rows.flatMap((row) => {
    const recording = row.has_recording === 1 ? findRecording(db, row.id) : undefined;
    return recording ? [{ row, recording }] : [];
  });
  const checks = await Promise.all(
    recorded.map(async ({ row: { call_id, recipient_number }, recording }) => {
      const cause = await recordings.checkFile(call_id, recording);
      return cause ? [{ call_id, recipient_number, cause }] : [];
    }),
  );
  return checks.flat();
}
