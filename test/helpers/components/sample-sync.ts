import { syncPartIds, type OpenOutboxItem, type SyncStatus } from '../../../shared/workspaces/sync.ts';

const at = '2026-03-01T12:00:00.000Z';

/** A linked workspace with which nothing is wrong. */
export const sampleSyncStatus: SyncStatus = {
  state: 'up_to_date',
  since: at,
  reason: null,
  waiting: 0,
  needs_you: 0,
  reached_at: at,
  parts: syncPartIds.map((name) => ({ name, refreshed_at: at, error: null, unread_items: 0, is_permitted: true })),
};

/** A call that waits for the network. */
export const sampleOutboxItem: OpenOutboxItem = {
  item_id: 'out_1',
  kind: 'place_call',
  state: 'queued',
  subject_id: 'call_1',
  label: '+14155550132',
  reason: 'The remote cannot be reached.',
  attempts: 1,
  queued_at: at,
  next_attempt_at: null,
  send_not_after: null,
  keeps_document: false,
  actions: ['send', 'edit', 'cancel'],
};
