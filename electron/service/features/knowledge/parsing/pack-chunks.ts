import { maxTextTokens, type Tokenizer } from '../tokenizer.ts';
import { findSplitIndex } from './split-long-text.ts';
import { splitSentences, type Sentence } from './split-sentences.ts';

export type ParsedChunk = {
  /** A passage as it stands in its page's text. */
  readonly text: string;
  /** What is embedded, without special tokens, at most 254: the names of where it stands, and the passage. */
  readonly tokenIds: readonly number[];
};

/**
 * How full a chunk is made, in tokens. all-MiniLM-L6-v2 was trained on sequences of 128 tokens: longer passages fit its
 * window, but one vector then speaks for several subjects and answers none of them well. A paragraph's end is taken once
 * three quarters are full, so that a chunk seldom begins in the middle of a thought.
 */
const targetChunkTokens = 128;
const minTokensAtParagraphEnd = 96;
const maxChunkTokens = 160;
/** A last chunk below this says too little to be found, and joins the one before it where both fit the window. */
const minChunkTokens = 32;
/** Some scripts have one token for a hundred characters; a passage stays readable at a glance nevertheless. */
const maxChunkChars = 2000;
const maxWordChars = 1000;
/** A title or heading says what a passage is about; past this it would crowd the passage out of its own vector. */
const maxHeadingTokens = 24;

/** A chunk this long is left to itself when a new subject begins: a name for what follows, or a question and its answer. */
const minTokensBeforeHeading = 40;
/** Longer lines are sentences that lack their full stop. */
const maxHeadingLineChars = 90;

type ChunkUnit = Sentence & { readonly tokens: number; readonly isHeading: boolean; readonly heading: string | null };

/** Where a text stands; null where there is no such name. */
export type TextContext = { readonly title: string | null; readonly heading: string | null };

/**
 * Packs the sentences of a text into chunks that fit the model's window. Each character that is no white space is in
 * exactly one of them. A passage is embedded after the document's title and its heading, without which a vector cannot
 * tell which of many alike passages it is, unless it begins with them itself.
 */
export function packChunks(text: string, context: TextContext, tokenizer: Tokenizer): readonly ParsedChunk[] {
  const chunks: ParsedChunk[] = [];
  for (const { start, end, heading } of mergeUnits([...splitUnits(text, tokenizer)])) {
    const passage = text.slice(start, end);
    const names = [context.title, heading ?? context.heading].filter((name) => name !== null);
    const prefix = names
      .filter((name) => !passage.startsWith(name))
      .flatMap((name) => tokenizer.encode(name).slice(0, maxHeadingTokens));
    for (const part of splitToFit(passage, maxTextTokens - prefix.length, tokenizer)) {
      chunks.push({ text: part.text, tokenIds: [...prefix, ...part.tokenIds] });
    }
  }
  return chunks;
}

/** Sentences with their tokens; one that is too long alone is cut at words, and a word that is too long within. */
function* splitUnits(text: string, tokenizer: Tokenizer): Generator<ChunkUnit> {
  let beginsParagraph = true;
  let under: string | null = null;
  for (const sentence of splitSentences(text)) {
    const passage = text.slice(sentence.start, sentence.end);
    const tokens = tokenizer.count(passage);
    if (tokens <= maxChunkTokens && passage.length <= maxChunkChars) {
      const isHeading = beginsParagraph && sentence.isParagraphEnd && isHeadingLike(passage.trim());
      yield { ...sentence, tokens, isHeading: isHeading, heading: isHeading ? null : under };
      if (isHeading) under = passage;
    } else yield* splitLongSentence(text, sentence, tokenizer);
    beginsParagraph = sentence.isParagraphEnd;
  }
}

/** Whether a paragraph of its own looks like a heading, or a question that its answer follows. */
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
  let open: ChunkUnit | undefined;
  for (const unit of units) {
    if (open && isFull(open, unit)) {
      chunks.push(open);
      open = undefined;
    }
    open = open ? mergePair(open, unit) : unit;
  }
  if (!open) return chunks;
  const last = chunks.at(-1);
  if (last && open.tokens < minChunkTokens && last.tokens + open.tokens <= maxTextTokens - 2 * maxHeadingTokens) {
    chunks[chunks.length - 1] = mergePair(last, open);
  } else chunks.push(open);
  return chunks;
}

function isFull(open: ChunkUnit, next: ChunkUnit): boolean {
  if (open.tokens >= targetChunkTokens || (open.isParagraphEnd && open.tokens >= minTokensAtParagraphEnd))
    return !open.isHeading;
  if (next.isHeading && !open.isHeading && open.tokens >= minTokensBeforeHeading) return true;
  return open.tokens + next.tokens > maxChunkTokens || next.end - open.start > maxChunkChars;
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

/** A passage in parts until each fits: where a cut falls inside a word, the whole may have more tokens than its parts. */
function splitToFit(passage: string, most: number, tokenizer: Tokenizer): readonly ParsedChunk[] {
  const tokenIds = tokenizer.encode(passage);
  if (tokenIds.length <= most) return [{ text: passage, tokenIds }];
  const cut = findSplitIndex(passage, 0, (passage.length * 3) >> 2);
  return [passage.slice(0, cut), passage.slice(cut)].flatMap((part) => {
    const trimmed = part.trim();
    return trimmed === '' ? [] : splitToFit(trimmed, most, tokenizer);
  });
}
