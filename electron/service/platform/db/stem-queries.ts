import type { SearchIndex } from './database.ts';

/**
 * The tokenizer of all full-text tables, which must produce the same stems. Marks are parts of words: `toSearchText` removes those that a
 * search ignores, before a text is indexed or searched.
 */
export const lexicalTokenizer = "porter unicode61 remove_diacritics 2 categories 'L* M* N* Co'";

/**
 * Returns the stem of each word, computed by the tokenizer of the full-text tables: the words are inserted into an
 * in-memory index and read back. A word without tokens is left out. The stems of a word with several tokens are joined by
 * spaces.
 */
export function stemWords(index: SearchIndex, words: readonly string[]): ReadonlyMap<string, string> {
  index.execute(`
    CREATE VIRTUAL TABLE IF NOT EXISTS temp.word_fts USING fts5(word, tokenize = "${lexicalTokenizer}");
    CREATE VIRTUAL TABLE IF NOT EXISTS temp.word_terms USING fts5vocab(temp, word_fts, 'instance');
  `);
  // An earlier call may have failed halfway and left its words.
  index.execute('DELETE FROM temp.word_fts');
  words.forEach((word, i) => index.run('INSERT INTO temp.word_fts (rowid, word) VALUES (?, ?)', i, word));
  const rows = index.all('SELECT doc, term FROM temp.word_terms ORDER BY doc, "offset"');

  const stems = new Map<string, string>();
  for (const { doc, term } of rows) {
    const word = words[Number(doc)];
    if (word === undefined) continue;
    const existing = stems.get(word);
    stems.set(word, existing === undefined ? String(term) : `${existing} ${String(term)}`);
  }
  return stems;
}
