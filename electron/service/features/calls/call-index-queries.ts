// Public: other features may import this file.
import type { CallMetadata, MetadataValue } from '../../../../shared/calls/call-metadata.ts';
import { toSearchText } from '../../platform/search-text.ts';
import type { Database } from '../../platform/db/database.ts';
import { maxTurnsPerCall } from './turn-queries.ts';

type IndexedText = { readonly id: number; readonly text: string };

/** Adds texts to a full-text table by the row ids of their calls. With one statement: the index is written to the database after each. */
function indexTexts(db: Database, table: 'call_fts' | 'call_metadata_fts', texts: readonly IndexedText[]): void {
  if (texts.length === 0) return;
  db.run(
    `INSERT INTO ${table} (rowid, text) SELECT value ->> 0, value ->> 1 FROM json_each(?)`,
    JSON.stringify(texts.map(({ id, text }) => [id, toSearchText(text)])),
  );
}

/** Adds the transcripts of calls to the full-text index. Call it in the transaction that stores their turns. */
export function indexTranscripts(db: Database, calls: readonly number[]): void {
  const texts = db.all<IndexedText>(
    `SELECT called.value AS id, coalesce(group_concat(turn.text, char(10) ORDER BY turn.id), '') AS text FROM json_each(?) AS called
     LEFT JOIN turn ON turn.id BETWEEN called.value * ${maxTurnsPerCall} AND called.value * ${maxTurnsPerCall} + ${maxTurnsPerCall - 1}
     GROUP BY called.value`,
    JSON.stringify(calls),
  );
  indexTexts(db, 'call_fts', texts);
}

/** Adds the metadata of calls to the full-text index. Call it in the transaction that stores the calls. */
export function indexMetadata(
  db: Database,
  calls: readonly { readonly id: number; readonly metadata: CallMetadata }[],
): void {
  const texts = calls.map(({ id, metadata }) => ({ id, text: listMetadataTexts(metadata).join('\n') }));
  indexTexts(
    db,
    'call_metadata_fts',
    texts.filter(({ text }) => text !== ''),
  );
}

/** Returns the values of metadata that a search covers, also nested ones. */
export function listMetadataTexts(value: MetadataValue): readonly string[] {
  if (value === null) return [];
  return typeof value === 'object' ? Object.values(value).flatMap(listMetadataTexts) : [String(value)];
}

/** Changes notes of calls together with their words in the full-text index, which needs the earlier text to remove it. */
export function changeNotes(db: Database, calls: readonly number[], change: () => void): void {
  db.transaction(() => {
    for (const { id, text } of listNoteTexts(db, calls))
      db.run(`INSERT INTO note_fts (note_fts, rowid, text) VALUES ('delete', ?, ?)`, id, text);
    change();
    for (const { id, text } of listNoteTexts(db, calls))
      db.run('INSERT INTO note_fts (rowid, text) VALUES (?, ?)', id, text);
  });
}

/** Builds the full-text index of notes again from their text. */
export function rebuildNoteIndex(db: Database): void {
  db.transaction(() => {
    db.run(`INSERT INTO note_fts (note_fts) VALUES ('delete-all')`);
    const calls = db.all<{ readonly call: number }>('SELECT DISTINCT call FROM note').map(({ call }) => call);
    for (const { id, text } of listNoteTexts(db, calls))
      db.run('INSERT INTO note_fts (rowid, text) VALUES (?, ?)', id, text);
  });
}

function listNoteTexts(db: Database, calls: readonly number[]): readonly IndexedText[] {
  return db
    .all<IndexedText>(
      `SELECT call AS id, group_concat(text, char(10)) AS text FROM note
       WHERE call IN (SELECT value FROM json_each(?)) GROUP BY call`,
      JSON.stringify(calls),
    )
    .map(({ id, text }) => ({ id, text: toSearchText(text) }));
}
