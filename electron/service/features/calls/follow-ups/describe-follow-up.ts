// Public: other features may import this file.
import { followUpKinds, type FollowUp, type FollowUpKind } from '../../../../../shared/calls/follow-ups.ts';
import { formatTimestamp } from '../../../../../shared/contract/timestamp.ts';
import { toAuthor } from '../../organizations/authors.ts';
import { unchanged, type FollowUpRow, type StoredFollowUp } from './follow-up-queries.ts';

const fieldPrefix = 'field-';

/** Returns the name of a follow-up in its call, which is the same in linked workspaces. */
export function formatFollowUpName({ kind, field }: Pick<StoredFollowUp, 'kind' | 'field'>): string {
  return kind === 'field' ? fieldPrefix + field : kind;
}

export function parseFollowUpName(name: string): { readonly kind: FollowUpKind; readonly field: string } | null {
  if (name.startsWith(fieldPrefix)) return { kind: 'field', field: name.slice(fieldPrefix.length) };
  const kind = followUpKinds.find((one) => one === name);
  return kind === undefined || kind === 'field' ? null : { kind, field: '' };
}

const formatTime = (ms: number | null) => (ms === null ? null : formatTimestamp(ms));

/** Describes a follow-up with the fields that members share. */
export function describeFollowUpFields(row: FollowUpRow) {
  return {
    call_id: row.call_id,
    follow_up: formatFollowUpName(row),
    kind: row.kind,
    reason: row.reason,
    due_words: row.due_words || null,
    due_at: formatTime(row.due_at),
    due_has_time: row.due_has_time === 1,
    created_at: formatTimestamp(row.created_at),
    snoozed_until: formatTime(row.snoozed_until),
    done_at: formatTime(row.done_at),
    changed_by: row.key_id === unchanged.key_id ? null : toAuthor(row),
  };
}

/** Describes a follow-up at a time. `recipientName` is the name of the call's recipient. */
export function describeFollowUp(row: FollowUpRow, now: number, recipientName: string): FollowUp {
  const isSnoozed = row.snoozed_until !== null && row.snoozed_until > now;
  return {
    ...describeFollowUpFields(row),
    state: row.done_at !== null ? 'done' : isSnoozed ? 'snoozed' : 'open',
    agent_id: row.agent_id,
    agent_name: row.agent_name,
    recipient_number: row.recipient_number,
    recipient_name: recipientName,
  };
}
