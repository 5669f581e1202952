import type { CallRecord } from '../../../../shared/calls/calls.ts';
import type { Database } from '../../platform/db/database.ts';
import { describeSyncFields } from '../outbox/describe-sync-fields.ts';
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

/** Returns a function that converts rows to records. */
export function createRecordReader({
  db,
  orgId,
  outbox,
}: RecordSource): (row: CallRow, match?: CallRecord['match']) => CallRecord {
  const readName = createNameReader(db, orgId);
  return (row, match = null) =>
    toCallRecord(row, {
      match,
      recipient_name: readName(row.id),
      review: readCallReview(db, row),
      syncFields: describeSyncFields(db, outbox, 'call', row.call_id),
    });
}

/** Returns a function that reads the name of a call's recipient, by the row id of the call. It reads the rule once. */
export function createNameReader(db: Database, orgId: string): (id: number) => string {
  const rule = findRecipientNameRule(db, orgId);
  return (id) => findRecipientName(readCallMetadata(db, orgId, id), rule);
}
