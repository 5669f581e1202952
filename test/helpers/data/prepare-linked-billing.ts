import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endLocalBilling } from '../../../electron/service/features/billing/plan-queries.ts';
import {
  storePdf,
  storeRemoteInvoice,
} from '../../../electron/service/features/billing/remote/remote-billing-queries.ts';
import { storeUsage } from '../../../electron/service/features/billing/remote/store-remote-billing.ts';
import { insertConnection } from '../../../electron/service/features/connection/connection-queries.ts';
import { storeRemoteItem } from '../../../electron/service/features/remote/remote-item-queries.ts';
import { dayMs } from '../../../shared/text/duration.ts';
import { prepareWorkspace } from './prepare-workspace.ts';

/** Days since the start of the billing period on which the application was not running. */
const gapDays: readonly number[] = [0, 1, 6, 7];

const cycleDays = 13;

/**
 * Prepares a workspace that is linked to a remote which cannot be reached: usage of 14 days with gaps, one invoice with its PDF
 * and one without. No other process may use the data folder.
 */
export async function prepareLinkedBilling(dataDir: string, name: string): Promise<void> {
  const today = Math.floor(Date.now() / dayMs) * dayMs;
  const startMs = today - cycleDays * dayMs;
  await prepareWorkspace(dataDir, name, ({ db, dir, orgId }) => {
    const pdf = Buffer.from('%PDF-1.7\n%%EOF\n');
    const sha256 = createHash('sha256').update(pdf).digest('hex');
    mkdirSync(join(dir, 'invoices'));
    writeFileSync(join(dir, 'invoices', `${sha256}.pdf`), pdf);
    db.transaction(() => {
      db.execute(`UPDATE workspace SET kind = 'linked'`);
      endLocalBilling(db, orgId);
      insertConnection(db, {
        base_url: 'http://127.0.0.1:9/v1',
        org_id: 'org_remote',
        key_header: 'Authorization',
        allow_http: false,
        certificate_sha256: null,
      });
      for (let day = 0; day <= cycleDays; day++) {
        if (gapDays.includes(day)) continue;
        const usage = {
          period_start: startMs,
          period_end: startMs + 30 * dayMs,
          minutes_used: 40 + day * 23 + (day % 3) * 9,
          minutes_included: 500,
          overage_minutes: 0,
          cost_cents: 4_950,
        };
        storeUsage(db, usage, Math.min(startMs + day * dayMs + 12 * 60 * 60_000, Date.now() - 3 * 60_000));
      }
      for (const [index, status] of ['past_due', 'paid'].entries()) {
        const invoice_id = `inv_${index}`;
        storeRemoteItem(db, {
          kind: 'invoice',
          local_id: invoice_id,
          remote_id: `R-2026-1${index}`,
          fetched_at: today,
        });
        const issued_at = startMs - (1 - index) * 30 * dayMs;
        storeRemoteInvoice(db, {
          invoice_id,
          amount_cents: 41_254,
          status,
          issued_at,
          pdf_url: 'http://127.0.0.1:9/a.pdf',
        });
      }
      storePdf(db, 'inv_1', { sha256, sizeBytes: pdf.length, status: 'paid' });
    });
  });
}
