import { join } from 'node:path';
import { expect, test } from 'vitest';
import { insertCall } from '../../electron/service/features/calls/call-queries.ts';
import {
  deleteNote,
  findNote,
  insertNote,
  moveNotes,
  updateNote,
} from '../../electron/service/features/calls/note-queries.ts';
import { openDatabase } from '../../electron/service/platform/db/open-database.ts';
import { migrations } from '../../electron/service/workspaces/migrations.ts';
import { createTemporaryFolder } from '../helpers/service/temporary-folder.ts';

const newCall = {
  org_id: 'org_1',
  agent_id: 'agt_1',
  agent_name: 'Desk',
  recipient_number: '+15550100',
  mode: 'simulated',
  persona: null,
  speed: 'fast',
  placed_by: 'window',
  created_at: 0,
} as const;

test('the metadata of calls can be searched until the call is deleted', async () => {
  const folder = await createTemporaryFolder();
  const path = join(folder.path, 'workspace.db');
  const metadata = ['{"name":"María López","deep":{"city":["Zürich"]}}', '{}', '{"x":null}'];
  const db = openDatabase(path, migrations);
  db.execute(`
    INSERT INTO organization VALUES ('org_1', 'Old Harbour', '', 'active', 'local', 0);
    INSERT INTO agent (agent_id, org_id, name, objective, audience, greeting, voice, created_at)
    VALUES ('agt_1', 'org_1', 'Desk', '', '', '', 'slt', 0);`);
  for (const [index, text] of metadata.entries())
    insertCall(db, { ...newCall, call_id: `call_${index}`, metadata: JSON.parse(text) });
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

test('the notes of calls can be searched, also after they were changed', async () => {
  const folder = await createTemporaryFolder();
  const path = join(folder.path, 'workspace.db');
  const db = openDatabase(path, migrations);
  db.execute(`
    INSERT INTO organization VALUES ('org_1', 'Old Harbour', '', 'active', 'local', 0);
    INSERT INTO agent (agent_id, org_id, name, objective, audience, greeting, voice, created_at)
    VALUES ('agt_1', 'org_1', 'Desk', '', '', '', 'slt', 0);
    INSERT INTO call (id, call_id, org_id, agent_id, agent_name, recipient_number, placed_by, status, created_at, metadata)
    SELECT value, 'call_' || value, 'org_1', 'agt_1', 'Desk', '+15550100', 'window', 'completed', 0, '{}'
    FROM json_each('[1, 2, 3]');
    `);
  const author = { author_id: null, key_id: 'window', author_name: null };
  const note = { at_ms: 0, created_at: 0, ...author, base_versions: null };
  const require = (id: string) => findNote(db, id) ?? expect.fail(id);
  insertNote(db, 1, { ...note, note_id: 'note_1', version_id: 'v1', text: 'Lost walrus' });
  insertNote(db, 1, { ...note, note_id: 'note_2', version_id: 'v2', text: 'Zürich' });
  insertNote(db, 2, { ...note, note_id: 'note_3', version_id: 'v3', text: 'A walrus' });
  const search = (words: string) =>
    db
      .all<{ readonly rowid: number }>('SELECT rowid FROM note_fts WHERE note_fts MATCH ?', words)
      .map((row) => row.rowid);
  expect(search('walrus')).toEqual([1, 2]);
  expect(search('lost zurich')).toEqual([1]);
  updateNote(db, require('note_1'), 'Found', 'v4');
  expect([search('walrus'), search('lost'), search('found zurich')]).toEqual([[2], [], [1]]);
  moveNotes(db, 1, 3);
  expect([search('found zurich'), search('walrus')]).toEqual([[3], [2]]);
  deleteNote(db, require('note_2'));
  deleteNote(db, require('note_3'));
  expect([search('found'), search('zurich'), search('walrus')]).toEqual([[3], [], []]);
  db.execute(`
    CREATE VIRTUAL TABLE temp.words USING fts5vocab (main, note_fts, 'row');
    INSERT INTO note_fts (note_fts) VALUES ('integrity-check');`);
  expect(db.all('SELECT term FROM temp.words'), 'no word of a deleted note stays in the index').toEqual([
    { term: 'found' },
  ]);
  db.close();
  await folder.remove();
});
