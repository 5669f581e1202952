import { expect, test } from 'vitest';
import { joinEqualTexts } from '../../../electron/host/team/join-equal-texts.ts';
import { SqliteDatabase } from '../../../electron/service/platform/db/sqlite-database.ts';
import { migrations } from '../../../electron/service/workspaces/migrations.ts';

test('texts that differ only in the case of other letters than ASCII are joined for the server', () => {
  const db = new SqliteDatabase(':memory:');
  for (const { up } of migrations) db.execute(up);
  db.execute('PRAGMA foreign_keys = OFF');
  const tag = (call: number, ...tags: readonly string[]) => {
    for (const text of tags) {
      db.run('INSERT INTO call_tag (call, tag) VALUES (?, ?)', call, text);
      db.run(
        `INSERT INTO review_author (call, field, tag, key_id, set_at) VALUES (?, 'tag', ?, 'key_1', 0)`,
        call,
        text,
      );
    }
    db.run(`INSERT INTO review_author (call, field, tag, key_id, set_at) VALUES (?, 'assignee', '', 'key_1', 0)`, call);
  };
  tag(1, 'ÄRGER', 'ärger', 'arger', 'Wichtig');
  tag(2, 'ärger', 'ÉTÉ', 'été', 'ete', 'Été');
  tag(3, 'Kelvin', '\u212Aelvin');
  tag(4, 'billing');
  for (const label of ['Überblick', 'überblick', 'Ubersicht'])
    db.run(`INSERT INTO document_label (document_id, label) VALUES ('doc_1', ?)`, label);
  joinEqualTexts(db);
  const list = (sql: string) => db.all(sql).map((row) => Object.values(row).join(' '));
  const expected = ['1 arger', '1 Wichtig', '1 ÄRGER', '2 ete', '2 ÉTÉ', '2 ärger', '3 Kelvin', '4 billing'];
  expect(list('SELECT call, tag FROM call_tag ORDER BY call, tag')).toEqual(expected);
  expect(list(`SELECT call, tag FROM review_author WHERE field = 'tag' ORDER BY call, tag`)).toEqual(expected);
  expect(list(`SELECT call FROM review_author WHERE field = 'assignee'`)).toEqual(['1', '2', '3', '4']);
  expect(list('SELECT label FROM document_label ORDER BY label')).toEqual(['Ubersicht', 'Überblick']);
  db.close();
});
