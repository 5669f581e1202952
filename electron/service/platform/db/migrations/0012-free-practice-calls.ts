/**
 * Practice calls are free: their usage is deleted from the cycles that have no invoice yet. An issued invoice keeps what it
 * says. Lists are filtered by the mode, and billed calls are counted by it, so both indexes contain it. The demo's plan
 * becomes large enough that a user's first calls raise no notice.
 */
export const freePracticeCalls = {
  slug: 'free-practice-calls',
  up: `
    DELETE FROM usage_entry
    WHERE invoice_id IS NULL AND call IN (SELECT id FROM call WHERE mode = 'practice');

    DROP INDEX call_by_filter;
    CREATE INDEX call_by_filter ON call (
      org_id, status, agent_id, disposition, created_at, duration_seconds, agent_name, recipient_number, mode
    );
    DROP INDEX call_completed;
    CREATE INDEX call_completed ON call (org_id, mode, ended_at, duration_seconds) WHERE status = 'completed';

    DELETE FROM usage_notice
    WHERE org_id IN (SELECT org_id FROM plan WHERE name = 'Growth' AND minutes_included = 16);
    UPDATE plan SET fee_cents = 34900, minutes_included = 2000, overage_cents_per_minute = 18
    WHERE name = 'Growth' AND minutes_included = 16;
  `,
} as const;
