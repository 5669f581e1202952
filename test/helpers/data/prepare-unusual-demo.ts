import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Conf from 'conf';
import { listInvoiceRows, insertInvoice } from '../../../electron/service/features/billing/invoice-queries.ts';
import { listBilledOrgIds } from '../../../electron/service/features/billing/plan-queries.ts';
import type { Database } from '../../../electron/service/platform/db/database.ts';
import { openDatabase } from '../../../electron/service/platform/db/open-database.ts';
import { migrations } from '../../../electron/service/workspaces/migrations.ts';
import { writeBackupSchedule } from '../../../electron/service/workspaces/backups/backup-settings.ts';
import { databaseFile } from '../../../electron/service/platform/db/workspace-databases.ts';
import { dayMs } from '../../../shared/text/duration.ts';
import { formatTimestamp } from '../../../shared/contract/timestamp.ts';
import { copyDemoFolder } from './demo-folder.ts';

/**
 * Copies the demo, and adds what needs time or a wrong clock: a snapshot, the files that
 * a restored one replaced, an invoice dated in the future, billing cycles
 * without activity that ended without an invoice, and daily backups that failed today.
 */
export function prepareUnusualDemo(dataDir: string): void {
  copyDemoFolder(dataDir);
  const workspaces = join(dataDir, 'workspaces');
  const [id = ''] = readdirSync(workspaces);
  const path = join(workspaces, id, databaseFile);
  const snapshots = join(workspaces, id, 'snapshots');
  mkdirSync(snapshots, { recursive: true });
  copyFileSync(path, join(snapshots, `000001-${Date.now() - dayMs}.db`));
  const now = formatTimestamp(Date.now());
  const damagedCopy = join(workspaces, id, `damaged-${now.replaceAll(/[-:]|\.\d+/g, '')}`);
  mkdirSync(damagedCopy);
  copyFileSync(path, join(damagedCopy, databaseFile));
  const failure = { at: now, detail: 'The disk is full.' };
  const settings = new Conf({ cwd: dataDir, configName: 'settings' });
  writeBackupSchedule(settings, id, { interval: 'daily', last_backup_at: now, failure });
  const db = openDatabase(path, migrations);
  for (const orgId of listBilledOrgIds(db)) addInvoicesOfWrongClock(db, orgId);
  db.close();
}

function addInvoicesOfWrongClock(db: Database, orgId: string): void {
  const first = listInvoiceRows(db, orgId).at(-1);
  if (!first) throw new Error('The demo has no invoices.');
  db.run('UPDATE organization SET created_at = created_at - ?', 400 * dayMs);
  for (const months of [-8, 200]) {
    const cycle_start = addMonths(first.cycle_start, months);
    const cycle_end = addMonths(first.cycle_end, months);
    insertInvoice(db, { ...first, invoice_id: `inv_${Math.abs(months)}`, cycle_start, cycle_end });
  }
}

function addMonths(at: number, months: number): number {
  return new Date(at).setUTCMonth(new Date(at).getUTCMonth() + months);
}
