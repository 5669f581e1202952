import type { Row, SqlValue } from '../../service/platform/db/database.ts';
import type { SqliteDatabase } from '../../service/platform/db/sqlite-database.ts';

/** Tables with a text in their key that is compared without case. `group` has the other columns of the key. */
const tables = [
  { name: 'call_tag', group: ['call'], text: 'tag' },
  { name: 'review_author', group: ['call', 'field'], text: 'tag' },
  { name: 'document_label', group: ['document_id'], text: 'label' },
] as const;

/** Compares as the collation of texts without case on the server does. SQLite knows the case of ASCII letters only. */
const collator = new Intl.Collator('und', { sensitivity: 'accent' });

/**
 * Deletes all but the first of the rows of a workspace that are the same on the server, such as the tags “ÄRGER” and “ärger” of a
 * call.
 */
export function joinEqualTexts(db: SqliteDatabase): void {
  db.transaction(() => {
    for (const { name, group, text } of tables) {
      const columns = [...group, text];
      const rows = db.all(
        `SELECT ${columns.join()} FROM ${name}
         WHERE ${group[0]} IN (SELECT ${group[0]} FROM ${name} WHERE ${text} GLOB '*[^ -~]*') ORDER BY ${columns.join()}`,
      );
      let kept: Row[] = [];
      for (const row of rows) {
        const isInGroup = (other: Row) => group.every((column) => other[column] === row[column]);
        kept = kept.filter(isInGroup);
        if (!kept.some((other) => collator.compare(String(other[text]), String(row[text])) === 0)) kept.push(row);
        else
          db.run(
            `DELETE FROM ${name} WHERE ${columns.map((column) => `${column} = ?`).join(' AND ')}`,
            ...columns.map((column) => row[column] as SqlValue), // a column of the row
          );
      }
    }
  });
}
