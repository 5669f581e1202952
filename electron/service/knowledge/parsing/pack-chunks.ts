import { maxTextTokens, type Tokenizer } from '../tokenizer.ts';
import { findCut } from './split-long-text.ts';
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
const preferredTokens = 128;
const fullEnoughTokens = 96;
const mostTokens = 160;
/** A last chunk below this says too little to be found, and joins the one before it where both fit the window. */
const leastTokens = 32;
/** Some scripts have one token for a hundred characters; a passage stays readable at a glance nevertheless. */
const maxChunkChars = 2000;
const maxWordChars = 1000;
/** A title or heading says what a passage is about; past this it would crowd the passage out of its own vector. */
const maxNameTokens = 24;

/** A chunk this long is left to itself when a new subject begins: a name for what follows, or a question and its answer. */
const ownSubjectTokens = 40;
/** Longer lines are sentences that lack their full stop. */
const maxNameChars = 90;

type Unit = Sentence & { readonly tokens: number; readonly isName: boolean; readonly under: string | null };

/** Where a text stands; null where there is no such name. */
export type TextContext = { readonly title: string | null; readonly heading: string | null };

/**
 * Packs the sentences of a text into chunks that fit the model's window. Each character that is no white space is in
 * exactly one of them. A passage is embedded after the document's title and its heading, without which a vector cannot
 * tell which of many alike passages it is, unless it begins with them itself.
 */
export function packChunks(text: string, context: TextContext, tokenizer: Tokenizer): readonly ParsedChunk[] {
  const chunks: ParsedChunk[] = [];
  for (const { start, end, under } of mergeUnits([...splitUnits(text, tokenizer)])) {
    const passage = text.slice(start, end);
    const names = [context.title, under ?? context.heading].filter((name) => name !== null);
    const prefix = names
      .filter((name) => !passage.startsWith(name))
      .flatMap((name) => tokenizer.encode(name).slice(0, maxNameTokens));
    for (const part of fitWindow(passage, maxTextTokens - prefix.length, tokenizer)) {
      chunks.push({ text: part.text, tokenIds: [...prefix, ...part.tokenIds] });
    }
  }
  return chunks;
}

/** Sentences with their tokens; one that is too long alone is cut at words, and a word that is too long within. */
function* splitUnits(text: string, tokenizer: Tokenizer): Generator<Unit> {
  let beginsParagraph = true;
  let under: string | null = null;
  for (const sentence of splitSentences(text)) {
    const passage = text.slice(sentence.start, sentence.end);
    const tokens = tokenizer.count(passage);
    if (tokens <= mostTokens && passage.length <= maxChunkChars) {
      const isName = beginsParagraph && sentence.endsParagraph && isNameLike(passage.trim());
      yield { ...sentence, tokens, isName, under: isName ? null : under };
      if (isName) under = passage;
    } else yield* splitWords(text, sentence, tokenizer);
    beginsParagraph = sentence.endsParagraph;
  }
}

/** Whether a paragraph of its own looks like a heading, or a question that its answer follows. */
function isNameLike(paragraph: string): boolean {
  return paragraph.length <= maxNameChars && /\p{L}/u.test(paragraph) && !/[.!;:,]$|\t/.test(paragraph);
}

function* splitWords(text: string, sentence: Sentence, tokenizer: Tokenizer): Generator<Unit> {
  for (const match of text.slice(sentence.start, sentence.end).matchAll(/\S+/g)) {
    const wordEnd = sentence.start + match.index + match[0].length;
    for (let start = sentence.start + match.index; start < wordEnd;) {
      const { end, tokens } = cutWord(text, start, wordEnd, tokenizer);
      yield {
        start,
        end,
        endsParagraph: sentence.endsParagraph && end === sentence.end,
        tokens,
        isName: false,
        under: null,
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
    const end = Math.min(wordEnd, findCut(text, start, chars));
    const tokens = tokenizer.count(text.slice(start, end));
    if (tokens <= mostTokens || chars <= 2) return { end, tokens };
  }
}

function mergeUnits(units: readonly Unit[]): readonly Unit[] {
  const chunks: Unit[] = [];
  let open: Unit | undefined;
  for (const unit of units) {
    if (open && isFull(open, unit)) {
      chunks.push(open);
      open = undefined;
    }
    open = open ? merge(open, unit) : unit;
  }
  if (!open) return chunks;
  const last = chunks.at(-1);
  if (last && open.tokens < leastTokens && last.tokens + open.tokens <= maxTextTokens - 2 * maxNameTokens) {
    chunks[chunks.length - 1] = merge(last, open);
  } else chunks.push(open);
  return chunks;
}

function isFull(open: Unit, next: Unit): boolean {
  if (open.tokens >= preferredTokens || (open.endsParagraph && open.tokens >= fullEnoughTokens)) return !open.isName;
  if (next.isName && !open.isName && open.tokens >= ownSubjectTokens) return true;
  return open.tokens + next.tokens > mostTokens || next.end - open.start > maxChunkChars;
}

function merge(first: Unit, second: Unit): Unit {
  return {
    start: first.start,
    end: second.end,
    endsParagraph: second.endsParagraph,
    tokens: first.tokens + second.tokens,
    isName: second.isName,
    under: first.under,
  };
}

/** A passage in parts until each fits: where a cut falls inside a word, the whole may have more tokens than its parts. */
function fitWindow(passage: string, most: number, tokenizer: Tokenizer): readonly ParsedChunk[] {
  const tokenIds = tokenizer.encode(passage);
  if (tokenIds.length <= most) return [{ text: passage, tokenIds }];
  const cut = findCut(passage, 0, (passage.length * 3) >> 2);
  return [passage.slice(0, cut), passage.slice(cut)].flatMap((part) => {
    const trimmed = part.trim();
    return trimmed === '' ? [] : fitWindow(trimmed, most, tokenizer);
  });
}
