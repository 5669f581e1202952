import { afterEach, expect, test, vi } from 'vitest';
import { InvoiceRenderer } from '../../electron/service/features/billing/pdf/invoice-renderer.ts';
import type { InvoiceRow } from '../../electron/service/features/billing/invoice-row.ts';

const invoice: InvoiceRow = {
  invoice_id: 'inv_1',
  org_id: 'org_1',
  number: 1,
  cycle_start: Date.UTC(2026, 0, 1),
  cycle_end: Date.UTC(2026, 1, 1),
  issuer: 'Switchboard',
  customer: 'Harbour Office',
  plan_name: 'Growth',
  fee_cents: 34_900,
  minutes_included: 100,
  overage_cents_per_minute: 18,
  minutes_used: 12,
  amount_cents: 34_900,
  status: 'open',
  paid_at: null,
  reversed_at: null,
  credit_note_number: null,
  closes_cycle: 1,
};

const printer = new InvoiceRenderer();
afterEach(async () => {
  vi.useRealTimers();
  await printer.close();
});

test('renders an invoice requested while an idle worker stops, in a new worker', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await printer.render(invoice);
  vi.advanceTimersByTime(60_000);
  const bytes = await printer.render({ ...invoice, number: 2 });
  expect(Buffer.from(bytes.subarray(0, 5)).toString()).toBe('%PDF-');
});
