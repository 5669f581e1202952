import type { CallRecord } from '../../../../shared/calls.ts';
import type { Database } from '../../platform/db/database.ts';
import { describeSyncFields } from '../outbox/describe-sync-fields.ts';
import { hasRecording } from '../recordings/recording-queries.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { readCallMetadata, toCallRecord, type CallRow } from './call-queries.ts';
import { readCallReview } from './call-review-queries.ts';
import { findRecipientNameRule } from './call-setting-queries.ts';
import { findRecipientName } from './find-recipient-name.ts';

type RecordSource = {
  readonly db: Database;
  readonly orgId: string;
  /** Null in a local workspace, and for exports. */
  readonly outbox: Outbox | null;
};

/** Returns a function that converts rows to records. It reads the rule for recipient names once. */
export function createRecordReader({
  db,
  orgId,
  outbox,
}: RecordSource): (row: CallRow, match?: CallRecord['match']) => CallRecord {
  const rule = findRecipientNameRule(db, orgId);
  return (row, match = null) =>
    toCallRecord(row, {
      match,
      recipient_name: findRecipientName(readCallMetadata(db, orgId, row.id), rule),
      has_recording: row.status === 'completed' && hasRecording(db, row.call_id),
      review: readCallReview(db, row),
      syncFields: describeSyncFields(db, outbox, 'call', row.call_id),
    });
}
