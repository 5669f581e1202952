// Public: other features may import this file.
import type { CallMetadata, MetadataValue } from '../../../../shared/calls/call-metadata.ts';
import { toIndexedText } from '../../platform/search-text.ts';
import type { Database } from '../../platform/db/database.ts';
import { maxTurnsPerCall } from './turn-queries.ts';

type IndexedText = { readonly id: number; readonly text: string };

/** Adds texts to a full-text table by the row ids of their calls. With one statement: the index is written to the database after each. */
function indexTexts(db: Database, table: 'call_fts' | 'call_metadata_fts', texts: readonly IndexedText[]): void {
  if (texts.length === 0) return;
  db.searchIndex.run(
    `INSERT INTO ${table} (rowid, text) SELECT value ->> 0, value ->> 1 FROM json_each(?)`,
    JSON.stringify(texts.map(({ id, text }) => [id, toIndexedText(text)])),
  );
}

/** Adds the transcripts of calls to the full-text index. Call it in the transaction that stores their turns. */
export function indexTranscripts(db: Database, calls: readonly number[]): void {
  const texts = db.all<IndexedText>(
    `SELECT call.id, coalesce(string_agg(turn.text, '\n' ORDER BY turn.id), '') AS text
     FROM (SELECT CAST(value AS BIGINT) AS id FROM json_each(?)) AS call
     LEFT JOIN turn ON turn.id BETWEEN call.id * ${maxTurnsPerCall} AND call.id * ${maxTurnsPerCall} + ${maxTurnsPerCall - 1}
     GROUP BY call.id`,
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

/** Adds the transcripts of all completed calls and the metadata of all calls to the full-text indexes, which must be empty. */
export function indexAllCalls(db: Database): void {
  for (let after = 0; ;) {
    const calls = db.all<{ readonly id: number; readonly status: string; readonly metadata: string }>(
      'SELECT id, status, metadata FROM call WHERE id > ? ORDER BY id LIMIT 500',
      after,
    );
    const last = calls.at(-1);
    if (last === undefined) return;
    const completed = calls.filter(({ status }) => status === 'completed');
    indexTranscripts(
      db,
      completed.map(({ id }) => id),
    );
    // Stored from a CallMetadata.
    indexMetadata(
      db,
      calls.map(({ id, metadata }) => ({ id, metadata: JSON.parse(metadata) as CallMetadata })),
    );
    after = last.id;
  }
}

/** Returns the values of metadata that a search covers, also nested ones. */
export function listMetadataTexts(value: MetadataValue): readonly string[] {
  if (value === null) return [];
  return typeof value === 'object' ? Object.values(value).flatMap(listMetadataTexts) : [String(value)];
}

/** Changes notes of calls together with their words in the full-text index, which needs the earlier text to remove it. */
export function changeNotes(db: Database, calls: readonly number[], change: () => void): void {
  db.transaction(() => {
    for (const known of listNoteTexts(db, calls)) removeNoteText(db, known);
    change();
    for (const changed of listNoteTexts(db, calls)) indexNoteText(db, changed);
  });
}

/** Adds the latest note of a call together with its words, as `changeNotes` does. */
export function addNoteText(db: Database, call: number, text: string, insert: () => void): void {
  db.transaction(() => {
    const [known] = listNoteTexts(db, [call]);
    if (known) removeNoteText(db, known);
    insert();
    indexNoteText(db, { id: call, text: known ? `${known.text}\n${text}` : text });
  });
}

/** Builds the full-text index of notes again from their text. */
export function rebuildNoteIndex(db: Database): void {
  db.transaction(() => {
    db.searchIndex.run(`INSERT INTO note_fts (note_fts) VALUES ('delete-all')`);
    const calls = db.all<{ readonly call: number }>('SELECT DISTINCT call FROM note').map(({ call }) => call);
    for (const known of listNoteTexts(db, calls)) indexNoteText(db, known);
  });
}

function removeNoteText(db: Database, { id, text }: IndexedText): void {
  const sql = `INSERT INTO note_fts (note_fts, rowid, text) VALUES ('delete', ?, ?)`;
  db.searchIndex.run(sql, id, toIndexedText(text));
}

function indexNoteText(db: Database, { id, text }: IndexedText): void {
  db.searchIndex.run('INSERT INTO note_fts (rowid, text) VALUES (?, ?)', id, toIndexedText(text));
}

/** Returns the notes of each call as one text. */
function listNoteTexts(db: Database, calls: readonly number[]): readonly IndexedText[] {
  return db.all<IndexedText>(
    `SELECT call AS id, string_agg(text, '\n' ORDER BY rowid) AS text FROM note
     WHERE call IN (SELECT CAST(value AS BIGINT) FROM json_each(?)) GROUP BY call`,
    JSON.stringify(calls),
  );
}
