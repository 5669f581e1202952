import type { DatabaseSync } from 'node:sqlite';

/** That of the table `chunk_fts`: both must find the same stems. */
const lexicalTokenizer = 'porter unicode61 remove_diacritics 2';

const wordPattern = /[\p{L}\p{M}\p{N}\p{Co}]+/gu;
const codePattern = /(?=\S*\d)[\p{L}\p{M}\p{N}]+(?:[-.,:/_][\p{L}\p{M}\p{N}]+)+|\b\p{Lu}+(?:-\p{Lu}+)+\b/gu;

/** The distinct words of a text, in the order of their first place, as they are written there. */
export function splitWords(text: string): readonly string[] {
  return [...new Set(text.match(wordPattern))];
}

/** Numbers of several parts and codes: the words of "PL-300X", "clause 3.4", "$2,500.00" and "MW-A" say little alone. */
export function findCodes(text: string): readonly string[] {
  return [...new Set(text.match(codePattern))];
}

/**
 * The stems of words, computed by the same tokenizer as the index: each is put into an index in memory and read back. A
 * word that the tokenizer takes for none is left out; one that it takes for several has all, with spaces between.
 */
export function stemWords(db: DatabaseSync, words: readonly string[]): ReadonlyMap<string, string> {
  db.exec(`
    CREATE VIRTUAL TABLE IF NOT EXISTS temp.word_fts USING fts5(word, tokenize = '${lexicalTokenizer}');
    CREATE VIRTUAL TABLE IF NOT EXISTS temp.word_terms USING fts5vocab(temp, word_fts, 'instance');
  `);
  const insert = db.prepare('INSERT INTO temp.word_fts (rowid, word) VALUES (?, ?)');
  // What an interrupted call left would be taken for this one's.
  db.exec('DELETE FROM temp.word_fts');
  words.forEach((word, i) => insert.run(i, word));
  const rows = db.prepare('SELECT doc, term FROM temp.word_terms ORDER BY doc, "offset"').all();

  const stems = new Map<string, string>();
  for (const { doc, term } of rows) {
    const word = words[Number(doc)];
    if (word === undefined) continue;
    const known = stems.get(word);
    stems.set(word, known === undefined ? String(term) : `${known} ${String(term)}`);
  }
  return stems;
}
