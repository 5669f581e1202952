/**
 * An invoice can be voided or credited. One that was issued before its cycle ended then no longer closes the cycle, so that
 * the cycle can have another invoice. Each usage entry names the invoice that billed it.
 */
export const invoiceReversals = {
  slug: 'invoice-reversals',
  up: `
    CREATE TABLE new_invoice (
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
    INSERT INTO new_invoice (invoice_id, org_id, number, cycle_start, cycle_end, issuer, customer, plan_name, fee_cents,
      minutes_included, overage_cents_per_minute, minutes_used, amount_cents, status, paid_at)
    SELECT invoice_id, org_id, number, cycle_start, cycle_end, issuer, customer, plan_name, fee_cents,
      minutes_included, overage_cents_per_minute, minutes_used, amount_cents, status, paid_at FROM invoice;
    DROP TABLE invoice;
    ALTER TABLE new_invoice RENAME TO invoice;
    CREATE UNIQUE INDEX invoice_of_cycle ON invoice (org_id, cycle_start) WHERE closes_cycle = 1;

    ALTER TABLE usage_entry ADD COLUMN invoice_id TEXT REFERENCES invoice (invoice_id);
    UPDATE usage_entry SET invoice_id = (
      SELECT invoice_id FROM invoice WHERE invoice.org_id = usage_entry.org_id
        AND usage_entry.cycle_start >= invoice.cycle_start AND usage_entry.cycle_start < invoice.cycle_end
    );
    CREATE INDEX usage_of_invoice ON usage_entry (org_id, invoice_id, cycle_start);
  `,
} as const;
