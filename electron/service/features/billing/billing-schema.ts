export const billingSchema = `
-- A plan, which applies to the cycles that begin at effective_from or later. Cycles begin on the day anchor_day of a month.
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

-- An invoice, or with credit_note_number one that was credited in full. It contains all of its data, so that no later change
-- alters it. One that was reversed before its cycle ended no longer closes the cycle, which can then have another invoice.
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
  status TEXT NOT NULL CHECK (status IN ('open', 'paid', 'void')),
  paid_at INTEGER,
  reversed_at INTEGER,
  credit_note_number INTEGER,
  closes_cycle INTEGER NOT NULL DEFAULT 1 CHECK (closes_cycle IN (0, 1)),
  UNIQUE (org_id, number),
  UNIQUE (org_id, credit_note_number),
  CHECK (status <> 'void' OR reversed_at IS NOT NULL),
  CHECK (closes_cycle = 1 OR reversed_at IS NOT NULL)
) STRICT;
CREATE UNIQUE INDEX invoice_of_cycle ON invoice (org_id, cycle_start) WHERE closes_cycle = 1;

-- The billed minutes of a call, which count in the cycle that begins at cycle_start. "carried" is 1 if the cycle in which the call
-- ended was already invoiced or had not begun, which happens only if the clock was set back. invoice_id is the invoice that
-- billed them.
CREATE TABLE usage_entry (
  call INTEGER PRIMARY KEY REFERENCES call (id),
  org_id TEXT NOT NULL REFERENCES organization (org_id),
  cycle_start INTEGER NOT NULL,
  at INTEGER NOT NULL,
  minutes INTEGER NOT NULL CHECK (minutes BETWEEN 0 AND 1000000),
  carried INTEGER NOT NULL DEFAULT 0 CHECK (carried IN (0, 1)),
  invoice_id TEXT REFERENCES invoice (invoice_id)
) STRICT;
CREATE INDEX usage_of_cycle ON usage_entry (org_id, cycle_start, at, minutes);
CREATE INDEX usage_carried ON usage_entry (org_id) WHERE carried = 1;
CREATE INDEX usage_of_invoice ON usage_entry (org_id, invoice_id, cycle_start);

-- A notice that was raised once in a cycle: 50, 80 or 100 percent of the included minutes are used, or are expected
-- to be.
CREATE TABLE usage_notice (
  notice_id TEXT PRIMARY KEY,
  org_id TEXT NOT NULL REFERENCES organization (org_id),
  cycle_start INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('used_50', 'used_80', 'forecast', 'used_100')),
  raised_at INTEGER NOT NULL,
  minutes_used INTEGER NOT NULL,
  UNIQUE (org_id, cycle_start, kind)
) STRICT;

-- The usage of a billing period as the remote reported it, from taken_at to seen_at. The cost is NULL if it could not be read.
CREATE TABLE usage_snapshot (
  taken_at INTEGER PRIMARY KEY,
  seen_at INTEGER NOT NULL,
  period_start INTEGER NOT NULL,
  period_end INTEGER NOT NULL,
  minutes_used INTEGER NOT NULL,
  minutes_included INTEGER NOT NULL,
  overage_minutes INTEGER NOT NULL,
  cost_cents INTEGER
) STRICT;

-- A remote invoice. Its PDF, if it was downloaded, is named by pdf_sha256 and shows the status pdf_status.
CREATE TABLE remote_invoice (
  invoice_id TEXT PRIMARY KEY,
  amount_cents INTEGER NOT NULL,
  status TEXT NOT NULL,
  issued_at INTEGER NOT NULL,
  pdf_url TEXT NOT NULL,
  pdf_sha256 TEXT,
  pdf_bytes INTEGER,
  pdf_status TEXT,
  pdf_error TEXT
) STRICT;
`;
