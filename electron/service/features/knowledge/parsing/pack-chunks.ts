import type { TextTable } from '../find-tables.ts';
import { maxTextTokens, type Tokenizer } from '../tokenizer.ts';
import { findSplitIndex } from './text-section.ts';

export type ParsedChunk = {
  /** Text of the chunk, as in its section. If it begins below the header of a table, the header is its first line. */
  readonly text: string;
  /** The tokens to embed: title, heading and text, at most 254, without special tokens. */
  readonly tokenIds: readonly number[];
};

/**
 * Target size of a chunk in tokens. all-MiniLM-L6-v2 was trained on sequences of 128 tokens: longer chunks fit the window,
 * but one vector would cover several subjects and match none of them well. A chunk ends at the end of a paragraph once it
 * is three quarters full, so that few chunks start in the middle of a paragraph.
 */
const targetChunkTokens = 128;
const minTokensAtParagraphEnd = 96;
const maxChunkTokens = 160;
/** A smaller last chunk is merged into the previous one if both fit the window, because it would rarely be found. */
const minChunkTokens = 32;
/** Keeps chunks readable in scripts in which one token may represent a hundred characters. */
const maxChunkChars = 2000;
const maxWordChars = 1000;
/** Limit of a title or heading. Longer ones would dominate the vector of the chunk. */
const maxHeadingTokens = 24;
/** A chunk with a longer table header would hold few rows, so its rows are stored without the header. */
const maxTableHeaderTokens = 40;

/** A chunk with at least this many tokens ends before a heading or a question. */
const minTokensBeforeHeading = 40;
/** A longer line is a sentence without a period, not a heading. */
const maxHeadingLineChars = 90;

type ChunkUnit = Sentence & { readonly tokens: number; readonly isHeading: boolean; readonly heading: string | null };

type TextContext = {
  /** The title of the document, if any. */
  readonly title: string | null;
  /** The heading above the text, if any. */
  readonly heading: string | null;
  /** The tables in the text, in order. */
  readonly tables: readonly TextTable[];
};

/**
 * Packs the sentences of a text into chunks that fit the model's window. Each character that is not white space is in
 * exactly one chunk, except for the header of a table, which each chunk of the table has. A chunk is embedded after the
 * title and its heading, unless it starts with them, so that similar
 * passages of different sections have different vectors.
 */
export function packChunks(text: string, context: TextContext, tokenizer: Tokenizer): readonly ParsedChunk[] {
  const chunks: ParsedChunk[] = [];
  for (const { start, end, heading } of mergeUnits([...splitUnits(text, context.tables, tokenizer)])) {
    const passage = text.slice(start, end);
    const headings = [context.title, heading ?? context.heading].filter((name) => name !== null);
    const prefix = headings
      .filter((name) => !passage.startsWith(name))
      .flatMap((name) => tokenizer.encode(name).slice(0, maxHeadingTokens));
    const findHeader = (position: number) => findTableHeader(position, context.tables, tokenizer);
    const tables = context.tables.filter((table) => table.bodyStart < end && table.end > start);
    const maxTokens = maxTextTokens - prefix.length;
    const isWhole = tokenizer.count(passage) + findHeader(start).tokenIds.length <= maxTokens;
    // Each part of a table needs space for the header.
    const reserved = Math.max(0, ...tables.map((table) => findHeader(table.bodyStart).tokenIds.length));
    for (const part of splitToFit(text, { start, end }, isWhole ? maxTokens : maxTokens - reserved, tokenizer)) {
      const header = findHeader(part.start);
      const partText = text.slice(part.start, part.end);
      chunks.push({ text: header.line + partText, tokenIds: [...prefix, ...header.tokenIds, ...part.tokenIds] });
    }
  }
  return chunks;
}

/** Returns the header of the table in which a chunk begins, or nothing if it contains the header itself. */
function findTableHeader(
  chunkStart: number,
  tables: readonly TextTable[],
  tokenizer: Tokenizer,
): { readonly line: string; readonly tokenIds: readonly number[] } {
  const table = tables.find(({ bodyStart, end }) => chunkStart >= bodyStart && chunkStart < end);
  const tokenIds = table ? tokenizer.encode(table.header) : [];
  if (!table || tokenIds.length > maxTableHeaderTokens) return { line: '', tokenIds: [] };
  return { line: `${table.header}\n`, tokenIds };
}

/** Yields the sentences with their token counts. Sentences that are too long are split between words, or within long words. */
function* splitUnits(text: string, tables: readonly TextTable[], tokenizer: Tokenizer): Generator<ChunkUnit> {
  let beginsParagraph = true;
  let currentHeading: string | null = null;
  for (const sentence of joinRows(splitSentences(text), text, tables)) {
    const passage = text.slice(sentence.start, sentence.end);
    const tokens = tokenizer.count(passage);
    if (tokens <= maxChunkTokens && passage.length <= maxChunkChars) {
      const isHeading = beginsParagraph && sentence.isParagraphEnd && isHeadingLike(passage.trim());
      yield { ...sentence, tokens, isHeading, heading: isHeading ? null : currentHeading };
      if (isHeading) currentHeading = passage;
    } else yield* splitLongSentence(text, sentence, tokenizer);
    beginsParagraph = sentence.isParagraphEnd;
  }
}

/** Joins the sentences of a table row, so that no chunk begins within a row. */
function* joinRows(sentences: Iterable<Sentence>, text: string, tables: readonly TextTable[]): Generator<Sentence> {
  let current: Sentence | undefined;
  let rowEnd = 0;
  for (const sentence of sentences) {
    if (current && sentence.start < rowEnd) {
      current = { ...current, ...sentence, start: current.start };
      continue;
    }
    if (current) yield current;
    const isRow = tables.some(({ start, end }) => sentence.start >= start && sentence.start < end);
    current = sentence;
    const lineEnd = text.indexOf('\n', sentence.start);
    rowEnd = !isRow ? sentence.end : lineEnd < 0 ? text.length : lineEnd;
  }
  if (current) yield current;
}

/** Whether a one-line paragraph looks like a heading, or like a question that is followed by its answer. */
function isHeadingLike(paragraph: string): boolean {
  return paragraph.length <= maxHeadingLineChars && /\p{L}/u.test(paragraph) && !/[.!;:,]$|\t/.test(paragraph);
}

function* splitLongSentence(text: string, sentence: Sentence, tokenizer: Tokenizer): Generator<ChunkUnit> {
  for (const match of text.slice(sentence.start, sentence.end).matchAll(/\S+/g)) {
    const wordEnd = sentence.start + match.index + match[0].length;
    for (let start = sentence.start + match.index; start < wordEnd;) {
      const { end, tokens } = cutWord(text, start, wordEnd, tokenizer);
      yield {
        start,
        end,
        isParagraphEnd: sentence.isParagraphEnd && end === sentence.end,
        tokens,
        isHeading: false,
        heading: null,
      };
      start = end;
    }
  }
}

function cutWord(
  text: string,
  start: number,
  wordEnd: number,
  tokenizer: Tokenizer,
): { readonly end: number; readonly tokens: number } {
  for (let chars = maxWordChars; ; chars >>= 1) {
    const end = Math.min(wordEnd, findSplitIndex(text, start, chars));
    const tokens = tokenizer.count(text.slice(start, end));
    if (tokens <= maxChunkTokens || chars <= 2) return { end, tokens };
  }
}

function mergeUnits(units: readonly ChunkUnit[]): readonly ChunkUnit[] {
  const chunks: ChunkUnit[] = [];
  let current: ChunkUnit | undefined;
  for (const unit of units) {
    if (current && isFull(current, unit)) {
      chunks.push(current);
      current = undefined;
    }
    current = current ? mergePair(current, unit) : unit;
  }
  if (!current) return chunks;
  const last = chunks.at(-1);
  const maxMergedTokens = maxTextTokens - 2 * maxHeadingTokens;
  if (last && current.tokens < minChunkTokens && last.tokens + current.tokens <= maxMergedTokens) {
    chunks[chunks.length - 1] = mergePair(last, current);
  } else chunks.push(current);
  return chunks;
}

function isFull(current: ChunkUnit, next: ChunkUnit): boolean {
  const { tokens, isParagraphEnd, isHeading } = current;
  if (tokens >= targetChunkTokens || (isParagraphEnd && tokens >= minTokensAtParagraphEnd)) return !isHeading;
  if (next.isHeading && !isHeading && tokens >= minTokensBeforeHeading) return true;
  return tokens + next.tokens > maxChunkTokens || next.end - current.start > maxChunkChars;
}

function mergePair(first: ChunkUnit, second: ChunkUnit): ChunkUnit {
  return {
    start: first.start,
    end: second.end,
    isParagraphEnd: second.isParagraphEnd,
    tokens: first.tokens + second.tokens,
    isHeading: second.isHeading,
    heading: first.heading,
  };
}

/** Splits a span until each part fits. A merged span may have more tokens than its units if a word was split. */
function splitToFit(
  text: string,
  { start, end }: Span,
  maxTokens: number,
  tokenizer: Tokenizer,
): readonly (Span & { readonly tokenIds: readonly number[] })[] {
  const passage = text.slice(start, end);
  const tokenIds = tokenizer.encode(passage);
  if (tokenIds.length <= maxTokens) return [{ start, end, tokenIds }];
  const cut = start + findSplitIndex(passage, 0, (passage.length * 3) >> 2);
  return [trimSpan(text, start, cut), trimSpan(text, cut, end)].flatMap((part) =>
    part ? splitToFit(text, part, maxTokens, tokenizer) : [],
  );
}

/** A range of a text; `end` is exclusive. */
type Span = { readonly start: number; readonly end: number };

type Sentence = Span & {
  /** Whether a paragraph ends with it. */
  readonly isParagraphEnd: boolean;
};

/** Characters passed to the segmenter at a time, because its time grows faster than linearly. */
const maxPieceChars = 4096;
/** A program may have wrapped a line of at least this length. The author ended a shorter one. */
const minWrappedLineChars = 50;

const segmenter = new Intl.Segmenter('und', { granularity: 'sentence' });

/** Yields the sentences of a text in order. Only white space lies between them. */
function* splitSentences(text: string): Generator<Sentence> {
  const unwrapped = unwrapLines(text);
  for (let start = 0; start < text.length;) {
    const end = findSplitIndex(text, start, maxPieceChars);
    for (const { index, segment } of segmenter.segment(unwrapped.slice(start, end))) {
      const span = trimSpan(text, start + index, start + index + segment.length);
      if (span) yield { ...span, isParagraphEnd: /^\s*(?:\n|$)/.test(unwrapped.slice(span.end, span.end + 8)) };
    }
    start = end;
  }
}

/** Removes white space at both ends of a span. Returns undefined if the span is empty. */
function trimSpan(text: string, start: number, end: number): Span | undefined {
  const slice = text.slice(start, end);
  const trimmedEnd = start + slice.trimEnd().length;
  if (trimmedEnd === start) return undefined;
  const trimmedStart = trimmedEnd - slice.trim().length;
  // Tabs at the start of a line follow the empty cells of a row.
  const rowStart = start + slice.slice(0, trimmedStart - start).replace(/\t+$/, '').length;
  const isLineStart = rowStart === 0 || text[rowStart - 1] === '\n';
  return { start: isLineStart ? rowStart : trimmedStart, end: trimmedEnd };
}

/** Replaces line ends that only wrap a line with spaces, because they end no sentence. The length does not change. */
function unwrapLines(text: string): string {
  const lines = text.split('\n');
  return lines.reduce((unwrapped, line, index) => {
    const next = lines[index + 1];
    if (next === undefined) return unwrapped + line;
    const isWrapped =
      line.length >= minWrappedLineChars && !/[\s.!?:;。！？]$/.test(line.slice(-1)) && /^\p{Ll}/u.test(next);
    return unwrapped + line + (isWrapped ? ' ' : '\n');
  }, '');
}
