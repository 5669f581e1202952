import { globSync } from 'node:fs';
import { ignoreForeignKeys, useWorkspaceDatabase } from '../service/test-database.ts';

/** Deletes an invoice such as INV-0001 from the only workspace of a data folder, as another program would. */
export function deleteInvoice(dataDir: string, number: string): void {
  const [dir = ''] = globSync(`${dataDir}/workspaces/*`);
  useWorkspaceDatabase(dir, (db) => {
    ignoreForeignKeys(db);
    db.run('DELETE FROM invoice WHERE number = ?', Number(number.replace('INV-', '')));
  });
}
