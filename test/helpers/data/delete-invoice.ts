import { globSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** Deletes an invoice such as INV-0001 from the only workspace of a data folder, as another program would. */
export function deleteInvoice(dataDir: string, number: string): void {
  const [path = ''] = globSync(`${dataDir}/workspaces/*/workspace.db`);
  const db = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  db.prepare('DELETE FROM invoice WHERE number = ?').run(Number(number.replace('INV-', '')));
  db.close();
}
