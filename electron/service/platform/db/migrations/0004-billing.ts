/**
 * A plan applies to the cycles that begin at its start or later. `cycle_start` identifies a cycle. An entry is `carried` if the
 * cycle in which its call ended had already been invoiced, which happens only if the clock was set back. An invoice contains
 * all of its data, so that no later change alters it. Money is in cents.
 */
export const billing = {
  slug: 'billing',
  up: `
    CREATE TABLE plan (
      org_id TEXT NOT NULL REFERENCES organization (org_id),
      effective_from INTEGER NOT NULL,
      name TEXT NOT NULL,
      fee_cents INTEGER NOT NULL CHECK (fee_cents BETWEEN 0 AND 1000000000000),
      minutes_included INTEGER NOT NULL CHECK (minutes_included BETWEEN 0 AND 1000000000),
      overage_cents_per_minute INTEGER NOT NULL CHECK (overage_cents_per_minute BETWEEN 0 AND 100000),
      anchor_day INTEGER NOT NULL CHECK (anchor_day BETWEEN 1 AND 31),
      PRIMARY KEY (org_id, effective_from)
    ) STRICT, WITHOUT ROWID;

    INSERT INTO plan (org_id, effective_from, name, fee_cents, minutes_included, overage_cents_per_minute, anchor_day)
    SELECT org_id, created_at, 'Local', 0, 1000, 0, 1 FROM organization;

    CREATE TABLE usage_entry (
      call INTEGER PRIMARY KEY REFERENCES call (id),
      org_id TEXT NOT NULL REFERENCES organization (org_id),
      cycle_start INTEGER NOT NULL,
      at INTEGER NOT NULL,
      minutes INTEGER NOT NULL CHECK (minutes BETWEEN 0 AND 1000000),
      carried INTEGER NOT NULL DEFAULT 0 CHECK (carried IN (0, 1))
    ) STRICT;
    CREATE INDEX usage_of_cycle ON usage_entry (org_id, cycle_start, at, minutes);
    CREATE INDEX usage_carried ON usage_entry (org_id) WHERE carried = 1;
    CREATE INDEX call_completed ON call (org_id, ended_at, duration_seconds) WHERE status = 'completed';

    INSERT INTO usage_entry (call, org_id, cycle_start, at, minutes)
    SELECT id, org_id, unixepoch(ended_at / 1000, 'unixepoch', 'start of month') * 1000, ended_at,
      (duration_seconds + 59) / 60
    FROM call WHERE status = 'completed' AND ended_at IS NOT NULL;

    CREATE TABLE invoice (
      invoice_id TEXT PRIMARY KEY,
      org_id TEXT NOT NULL REFERENCES organization (org_id),
      number INTEGER NOT NULL,
      cycle_start INTEGER NOT NULL,
      cycle_end INTEGER NOT NULL,
      issuer TEXT NOT NULL,
      customer TEXT NOT NULL,
      plan_name TEXT NOT NULL,
      fee_cents INTEGER NOT NULL,
      minutes_included INTEGER NOT NULL,
      overage_cents_per_minute INTEGER NOT NULL,
      minutes_used INTEGER NOT NULL,
      amount_cents INTEGER NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('open', 'paid')),
      paid_at INTEGER,
      UNIQUE (org_id, cycle_start),
      UNIQUE (org_id, number)
    ) STRICT;

    CREATE TABLE usage_notice (
      notice_id TEXT PRIMARY KEY,
      org_id TEXT NOT NULL REFERENCES organization (org_id),
      cycle_start INTEGER NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('used_50', 'used_80', 'forecast', 'used_100')),
      raised_at INTEGER NOT NULL,
      minutes_used INTEGER NOT NULL,
      UNIQUE (org_id, cycle_start, kind)
    ) STRICT;
  `,
} as const;
