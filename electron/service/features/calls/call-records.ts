import type { CallMetadata } from '../../../../shared/calls/call-metadata.ts';
import type { CallRecord } from '../../../../shared/calls/calls.ts';
import type { RecipientNameRule } from '../../../../shared/calls/recipient-names.ts';
import { limits } from '../../../../shared/contract/limits.ts';
import { toPlainLine } from '../../../../shared/text/plain-text.ts';
import type { Database } from '../../platform/db/database.ts';
import { describeSyncFields, type Outbox } from '../outbox/outbox.ts';
import { readCallMetadata, toCallRecord, findRecipientNameRule, type CallRow } from './call-queries.ts';
import { readCallReview } from './call-review-queries.ts';

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

/**
 * Returns the name of a recipient by the first alternative of the rule of which the metadata contains a field: its values, joined
 * with spaces. Returns an empty text if there is none. Only texts and numbers count.
 */
export function findRecipientName(metadata: CallMetadata, rule: RecipientNameRule): string {
  for (const fields of rule) {
    const name = fields
      .map((field) => readText(metadata, field))
      .filter((text) => text !== '')
      .join(' ');
    if (name !== '') return shorten(name);
  }
  return '';
}

function readText(metadata: CallMetadata, field: string): string {
  const value = Object.hasOwn(metadata, field) ? metadata[field] : undefined;
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? toPlainLine(value.replaceAll(/\p{Cs}/gu, '')) : '';
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Cuts a text between characters as readers see them, such as a letter with its accents. */
function shorten(name: string): string {
  if (name.length <= limits.recipientNameLength) return name;
  let short = '';
  for (const { segment } of graphemes.segment(name)) {
    if (short.length + segment.length >= limits.recipientNameLength) break;
    short += segment;
  }
  // A letter with hundreds of accents is cut, too.
  return `${short === '' ? [...name].slice(0, limits.recipientNameLength / 2).join('') : short}…`;
}
