import { stemWord } from '../text/find-matching-words.ts';
import { listContentWords, listPhrases, type SummarizedTurn } from './transcript-sentences.ts';

/** A part of a call: from this turn to the next topic. */
export type Topic = { readonly turnIndex: number; readonly label: string };

/** More would be a second transcript. */
const maxTopics = 12;
const maxKeywords = 3;
/** The phrases of a long part of a call come from its beginning. */
const maxPhraseExchanges = 100;

/** Only the beginnings of the turns of a very long call are compared, so that the window stays responsive. */
const maxCallChars = 300_000;
const maxTurnChars = 500;

/** The number of exchanges on each side of a gap that are compared with each other. */
const blockLength = 3;

const reasonPattern =
  /\b(?:i(?:['’]m| am)|we(?:['’]re| are)) (?:just |only |also )?(?:calling|reaching out|phoning)\b|\bthe reason\b|\bi wanted to\b/i;
const decisionPattern =
  /\b(?:can|should|shall|may) i (?:put|mark|go ahead|confirm|book|order|sign|tell the team)\b|\b(?:do you want|would you like) (?:me )?to (?:go ahead|proceed|book|order|sign up|confirm|continue)\b/i;
const farewellPattern = /\b(?:good ?bye|bye|have a (?:good|great|nice)|take care|thank(?:s| you))\b/i;
const wrapUpPattern =
  /\banything else\b|\bthat(?:['’]s| is| was) (?:all|it|everything)\b|\bnothing else\b|\bno problem\b|\byou(?:['’]re| are) welcome\b/i;
const questionPattern = /[?？؟⸮;՞፧]/u;

const stemCache = new Map<string, string>();
const maxCachedStems = 50_000;

/** Returns the stem of a word. Calls repeat their words. */
function toStem(word: string): string {
  const cached = stemCache.get(word);
  if (cached !== undefined) return cached;
  if (stemCache.size >= maxCachedStems) stemCache.clear();
  const stem = stemWord(word);
  stemCache.set(word, stem);
  return stem;
}

/** A turn of the recipient and the turns of the agent that follow it. */
type Exchange = {
  readonly start: number;
  readonly words: readonly string[];
  readonly texts: readonly string[];
  readonly stems: ReadonlyMap<string, number>;
  /** The titles of the documents that it cites. */
  readonly titles: readonly string[];
  /** What the recipient asks without an answer from a document; empty otherwise. */
  readonly question: string;
  /** Whether the agent asks for a decision. */
  readonly asksDecision: boolean;
};

/**
 * Divides a call into topics: greeting, subjects, closing. A topic begins where another document is cited, where the
 * recipient asks something else, or where the words of neighboring exchanges have the least in common (lexical cohesion: Hearst,
 * TextTiling: Segmenting Text into Multi-paragraph Subtopic Passages, 1997). Its label is the document's title or its most frequent
 * words. Returns an empty list for a call without a conversation.
 */
export function findTopics(turns: readonly SummarizedTurn[]): readonly Topic[] {
  const greetingEnd = findGreetingEnd(turns);
  const closingStart = Math.max(greetingEnd, findClosingStart(turns));
  const turnChars = Math.min(maxTurnChars, Math.ceil(maxCallChars / turns.length));
  const compared = turns.map((turn) =>
    turn.text.length > turnChars ? { ...turn, text: turn.text.slice(0, turnChars) } : turn,
  );
  const exchanges = listExchanges(compared, greetingEnd, closingStart);
  const starts = findBoundaries(exchanges, maxTopics - 2);
  const all = sumStems(exchanges);
  const topics: Topic[] = greetingEnd > 0 ? [{ turnIndex: 0, label: 'Greeting' }] : [];
  for (const [index, start] of starts.entries()) {
    const segment = exchanges.slice(start, starts[index + 1]);
    const turnIndex = segment[0]?.start ?? 0;
    const isReason = index === 0 && turns.slice(turnIndex, turnIndex + 2).some(isReasonForCall);
    const label = isReason ? 'Reason for call' : describeSegment(segment, all);
    // A part without a word of its own belongs to the topic before it.
    if (label !== '' && label !== topics.at(-1)?.label) topics.push({ turnIndex, label });
  }
  if (closingStart < turns.length) topics.push({ turnIndex: closingStart, label: 'Closing' });
  return topics.length > 1 ? topics : [];
}

function isReasonForCall({ speaker, text, passages }: SummarizedTurn): boolean {
  return speaker === 'agent' && passages.length === 0 && reasonPattern.test(text);
}

/** Returns the end of the greeting: after the agent's first turn and a short reply to it. */
function findGreetingEnd(turns: readonly SummarizedTurn[]): number {
  const first = turns.slice(0, 3).findIndex(({ speaker }) => speaker === 'agent');
  if (first === -1 || turns[first]?.passages.length !== 0) return 0;
  const reply = turns[first + 1];
  const isShortReply =
    reply?.speaker === 'user' &&
    !questionPattern.test(reply.text) &&
    listContentWords(reply.text.slice(0, maxTurnChars)).length <= 1;
  return first + (isShortReply ? 2 : 1);
}

/** Returns the first turn of the farewell at the end; the number of turns if there is none. */
function findClosingStart(turns: readonly SummarizedTurn[]): number {
  let start = turns.length;
  let hasFarewell = false;
  for (let index = turns.length - 1; index > 0; index--) {
    const { text = '', passages = [] } = turns[index] ?? {};
    const isFarewell = farewellPattern.test(text);
    hasFarewell ||= isFarewell;
    const isPart = isFarewell || wrapUpPattern.test(text);
    if (!hasFarewell || !isPart || passages.length > 0 || (questionPattern.test(text) && !wrapUpPattern.test(text)))
      break;
    start = index;
  }
  return start;
}

function listExchanges(turns: readonly SummarizedTurn[], from: number, to: number): readonly Exchange[] {
  const exchanges: Exchange[] = [];
  let start = from;
  for (let index = from; index < to; index++) {
    const isEnd = index + 1 === to || turns[index + 1]?.speaker === 'user';
    if (!isEnd) continue;
    exchanges.push(createExchange(turns.slice(start, index + 1), start));
    start = index + 1;
  }
  return exchanges;
}

function createExchange(turns: readonly SummarizedTurn[], start: number): Exchange {
  const words = turns.flatMap(({ text }) => listContentWords(text));
  const stems = new Map<string, number>();
  for (const word of words) {
    const stem = toStem(word);
    stems.set(stem, (stems.get(stem) ?? 0) + 1);
  }
  const titles = turns.flatMap(({ passages }) => passages.slice(0, 1).map(({ title }) => title));
  const asked =
    titles.length === 0
      ? turns.find(({ speaker, text }) => speaker === 'user' && questionPattern.test(text))
      : undefined;
  const asksDecision =
    titles.length === 0 && turns.some(({ speaker, text }) => speaker === 'agent' && decisionPattern.test(text));
  return {
    start,
    words,
    texts: turns.map(({ text }) => text),
    stems,
    titles,
    question: asked ? extractQuestion(asked.text) : '',
    asksDecision,
  };
}

/** What comes before a question: "One more thing: ", "Actually, ", "Okay, so ". */
const questionIntroductionPattern =
  /^[^:：]{1,45}[:：]\s+|^(?:(?:actually|and|but|so|well|okay|ok|oh|right|sorry|wait|hang on|hmm|yes|yeah|no)\b,?\s+)+(?=\S+\s+\S)/iu;

/**
 * Returns the last question of a text without its introduction: "One more thing: can I pause it?" becomes "Can I pause it?". A
 * question without a word of its own, such as "$12.90?", is none.
 */
function extractQuestion(text: string): string {
  // A period before a digit ends no sentence: "$12.90?"
  const sentences = text.match(/(?:[^.!?。！？؟]|\.(?=\d))+[?？؟⸮;՞፧]/gu) ?? [];
  const question = (sentences.at(-1) ?? '').replaceAll(/\s+/g, ' ').trim().replace(questionIntroductionPattern, '');
  return listContentWords(question).some((word) => /\p{L}/u.test(word)) ? toLabel(question) : '';
}

function toLabel(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns the positions at which the strongest topics begin, in order; the first is 0. */
function findBoundaries(exchanges: readonly Exchange[], maxCount: number): readonly number[] {
  if (exchanges.length === 0) return [];
  const depths = measureDepths(exchanges);
  const mean = depths.reduce((sum, depth) => sum + depth, 0) / Math.max(1, depths.length);
  const deviation = Math.sqrt(depths.reduce((sum, depth) => sum + (depth - mean) ** 2, 0) / Math.max(1, depths.length));
  const gaps = depths.flatMap((depth, index) => {
    const [before, after] = [exchanges[index], exchanges[index + 1]];
    const changesTitle = after && after.titles.length > 0 && after.titles[0] !== before?.titles.at(-1);
    const asksMore = after !== undefined && (after.question !== '' || after.asksDecision);
    if (changesTitle || asksMore) return [{ start: index + 1, strength: 10 + depth }];
    const isSameTitle = after && after.titles.length > 0;
    return !isSameTitle && depth > 0 && depth > mean - deviation / 2 ? [{ start: index + 1, strength: depth }] : [];
  });
  const strongest = gaps.toSorted((a, b) => b.strength - a.strength || a.start - b.start).slice(0, maxCount - 1);
  return [0, ...strongest.map(({ start }) => start).toSorted((a, b) => a - b)];
}

/** Returns, for each gap between exchanges, how far the similarity of both sides is below the peaks around it. */
function measureDepths(exchanges: readonly Exchange[]): readonly number[] {
  const similarities = measureSimilarities(exchanges);
  return similarities.map((similarity, index) => {
    let [left, right] = [similarity, similarity];
    for (let at = index - 1; at >= 0 && (similarities[at] ?? 0) >= left; at--) left = similarities[at] ?? 0;
    for (let at = index + 1; at < similarities.length && (similarities[at] ?? 0) >= right; at++)
      right = similarities[at] ?? 0;
    return left + right - 2 * similarity;
  });
}

/**
 * Returns, for each gap between exchanges, how similar the words of both sides are: the cosine of the angle between their counts,
 * 1 for the same words and 0 for none in common.
 */
function measureSimilarities(exchanges: readonly Exchange[]): readonly number[] {
  // Each exchange multiplied by itself and by those after it: neighboring gaps compare the same exchanges.
  const products = exchanges.map(({ stems }, index) =>
    exchanges.slice(index, index + 2 * blockLength).map((other) => multiplyCounts(stems, other.stems)),
  );
  const multiplyBlocks = (first: Block, second: Block): number => {
    let sum = 0;
    for (let a = first.start; a < first.end; a++)
      for (let b = second.start; b < second.end; b++) sum += products[Math.min(a, b)]?.[Math.abs(a - b)] ?? 0;
    return sum;
  };
  return exchanges.slice(1).map((_, index) => {
    const gap = index + 1;
    const before = { start: Math.max(0, gap - blockLength), end: gap };
    const after = { start: gap, end: Math.min(exchanges.length, gap + blockLength) };
    const product = multiplyBlocks(before, after);
    return product === 0 ? 0 : product / Math.sqrt(multiplyBlocks(before, before) * multiplyBlocks(after, after));
  });
}

/** Some consecutive exchanges: from `start` to before `end`. */
type Block = { readonly start: number; readonly end: number };

function multiplyCounts(first: ReadonlyMap<string, number>, second: ReadonlyMap<string, number>): number {
  let product = 0;
  for (const [stem, count] of first) product += count * (second.get(stem) ?? 0);
  return product;
}

function sumStems(exchanges: readonly Exchange[]): ReadonlyMap<string, number> {
  const sum = new Map<string, number>();
  for (const { stems } of exchanges) for (const [stem, count] of stems) sum.set(stem, (sum.get(stem) ?? 0) + count);
  return sum;
}

/** Returns the title that a segment cites most, or else its question, or else words that it repeats and the rest of the call does not. */
function describeSegment(segment: readonly Exchange[], all: ReadonlyMap<string, number>): string {
  const titles = segment.flatMap((exchange) => exchange.titles);
  if (titles.length > 0) return findMostFrequent(titles);
  const question = segment.find((exchange) => exchange.question !== '')?.question;
  if (question !== undefined) return question;
  if (segment[0]?.asksDecision === true) return 'Decision';
  const own = sumStems(segment);
  const values = new Map<string, { readonly word: string; readonly value: number }>();
  for (const word of segment.flatMap(({ words }) => words)) {
    const stem = toStem(word);
    const count = own.get(stem) ?? 0;
    if (count > 1 && !values.has(stem)) values.set(stem, { word, value: (count * count) / (all.get(stem) ?? count) });
  }
  const phrase = findRepeatedPhrase(segment, values);
  if (phrase !== undefined) return toLabel(phrase);
  const keywords = [...values.values()]
    .toSorted((a, b) => b.value - a.value)
    .slice(0, maxKeywords)
    .map(({ word }) => word);
  return keywords.some(isMeaningful) ? toLabel(keywords.join(', ')) : '';
}

/** Whether a word says something by itself: not a number, and not a short word such as "far". */
function isMeaningful(word: string): boolean {
  return /\p{L}/u.test(word) && !/^[\p{Script=Latin}\p{N}]{1,3}$/u.test(word);
}

/** Returns the phrase of two or three words that a segment repeats and whose words have the highest values. */
function findRepeatedPhrase(
  segment: readonly Exchange[],
  values: ReadonlyMap<string, { readonly value: number }>,
): string | undefined {
  const counts = new Map<string, { readonly text: string; readonly value: number; count: number }>();
  for (const words of segment.slice(0, maxPhraseExchanges).flatMap(({ texts }) => texts.flatMap(listPhrases))) {
    const stems = words.map(toStem);
    if (!stems.every((stem) => values.has(stem))) continue;
    const value = stems.reduce((sum, stem) => sum + (values.get(stem)?.value ?? 0), 0);
    const entry = counts.get(stems.join(' ')) ?? { text: words.join(' '), value, count: 0 };
    entry.count += 1;
    counts.set(stems.join(' '), entry);
  }
  return [...counts.values()].filter(({ count }) => count > 1).toSorted((a, b) => b.value - a.value)[0]?.text;
}

function findMostFrequent(values: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best), ['', 0] as const)[0];
}
