/** Words to their stems, as the index of the chunks and the one that a query is read with must do alike. */
export const LEXICAL_TOKENIZER = 'porter unicode61 remove_diacritics 2';

/**
 * The full-text index of all active chunks; rowid is the chunk's id. It keeps no text (the chunks have it) and lets rows be
 * deleted by id alone.
 */
export const LEXICAL_SCHEMA = `
  CREATE VIRTUAL TABLE chunk_fts USING fts5(
    text, content = '', contentless_delete = 1, tokenize = '${LEXICAL_TOKENIZER}'
  );
`;
