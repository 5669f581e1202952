/**
 * Finds the next queued change of a kind that can be sent, without reading those of other kinds: hundreds of uploads can wait. An
 * upload that waits for its first attempt is in neither of the other two.
 */
export const queuedChangesByKind = {
  slug: 'queued-changes-by-kind',
  up: `
    CREATE INDEX outbox_item_queued ON outbox_item (kind, id) WHERE state = 'queued';
    DROP INDEX outbox_item_retry;
    CREATE INDEX outbox_item_retry ON outbox_item (next_attempt_at)
      WHERE state = 'queued' AND next_attempt_at IS NOT NULL;
    DROP INDEX outbox_item_expiry;
    CREATE INDEX outbox_item_expiry ON outbox_item (send_not_after) WHERE state = 'queued' AND send_not_after IS NOT NULL;
  `,
};
