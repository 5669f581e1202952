/**
 * The numbers that must not be called. The first call in which the recipient asked for it lists its number, also calls of
 * earlier versions. `do_not_call_override` is the reason why an Admin called a listed number.
 */
export const doNotCall = {
  slug: 'do-not-call',
  up: `
    CREATE TABLE do_not_call (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      entry_id TEXT NOT NULL UNIQUE,
      org_id TEXT NOT NULL REFERENCES organization (org_id),
      recipient_number TEXT NOT NULL,
      reason TEXT NOT NULL,
      source TEXT NOT NULL CHECK (source IN ('manual', 'import', 'call')),
      call_id TEXT,
      added_at INTEGER NOT NULL,
      UNIQUE (org_id, recipient_number)
    ) STRICT;
    ALTER TABLE call ADD COLUMN do_not_call_override TEXT;

    INSERT INTO do_not_call (entry_id, org_id, recipient_number, reason, source, call_id, added_at)
    SELECT 'dnc_' || lower(hex(randomblob(12))), org_id, recipient_number, 'Asked not to be called again', 'call', call_id,
      coalesce(ended_at, created_at)
    FROM call WHERE status = 'completed' AND disposition = 'Do not call again' ORDER BY id
    ON CONFLICT (org_id, recipient_number) DO NOTHING;
  `,
} as const;
