import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../electron/service/platform/db/open-database.ts';
import { migrations } from '../../electron/service/platform/db/migrations.ts';
import { createTemporaryFolder } from '../helpers/temporary-folder.ts';

const version = migrations.findIndex(({ slug }) => slug === 'call-review');

test('the metadata of earlier calls can be searched, and none of it is lost', async () => {
  const folder = await createTemporaryFolder();
  const path = join(folder.path, 'workspace.db');
  const metadata = ['{"name":"María López","deep":{"city":["Zürich"]}}', '{}', '{"x":null}', 'not JSON'];
  const older = openDatabase(path, migrations.slice(0, version));
  older.execute(`
    INSERT INTO organization VALUES ('org_1', 'Old Harbour', '', 'active', 'local', 0);
    INSERT INTO agent (agent_id, org_id, name, objective, audience, greeting, voice, created_at)
    VALUES ('agt_1', 'org_1', 'Desk', '', '', '', 'slt', 0);`);
  for (const [index, text] of metadata.entries())
    older.run(
      `INSERT INTO call (call_id, org_id, agent_id, agent_name, recipient_number, placed_by, status, created_at, metadata)
       VALUES (?, 'org_1', 'agt_1', 'Desk', '+15550100', 'window', 'completed', 0, ?)`,
      `call_${index}`,
      text,
    );
  older.close();
  const db = openDatabase(path, migrations);
  const search = (words: string) =>
    db.all<{ readonly call_id: string }>(
      'SELECT call_id FROM call_metadata_fts JOIN call ON call.id = call_metadata_fts.rowid WHERE call_metadata_fts MATCH ?',
      words,
    );
  expect(search('lopez')).toEqual([{ call_id: 'call_0' }]);
  expect(search('zurich maria')).toEqual([{ call_id: 'call_0' }]);
  expect(db.all('SELECT metadata FROM call ORDER BY id')).toEqual(metadata.map((text) => ({ metadata: text })));
  db.run(`DELETE FROM call WHERE call_id = 'call_0'`);
  expect(search('lopez')).toEqual([]);
  db.close();
  await folder.remove();
});
