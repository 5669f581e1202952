import { understandsScript } from '../retrieval/search-chunks.ts';
import {
  answerWeights,
  fewAnswerWeights,
  firstRankWeights,
  matchedAnswerWeights,
  matchedRankWeights,
  rankWeights,
} from './answer-weights.ts';
import { compareTokens } from './compare-tokens.ts';
import { listStatements } from './list-statements.ts';
import {
  measureFirst,
  measureStatements,
  measureWords,
  multiply,
  type ComparedStatement,
  type FoundPassage,
  type Measures,
} from './measure-passages.ts';
import type { TokenRows } from '../embedding/token-rows.ts';
import { readQuestionWords, type WordTools } from './question-words.ts';
import { weighMeasures } from './weigh-measures.ts';

/** Passages whose statements are compared with the question: each statement is embedded, which takes a millisecond. */
const maxComparedPassages = 8;
const maxStatementsPerPassage = 10;
const maxStatements = 44;
/** Chunks of a few documents of a page each, as a small company has them. */
const fewChunks = 6;
/** Chunks of a document of about twenty pages. */
const usualChunks = 40;

/** Matches E-214, 3.4 and $2,500, and not the number of days or people. */
const codePattern = /\p{L}+[-.]?\d|\d[-.,:/]\d|\d{3}/u;
/** Matches the codes of a question as a whole: E-214, 3.4 and MW-A, and no amounts. */
const wholeCodePattern =
  /(?<![\p{L}\d$€£.,-])(?:\p{Lu}+[-.]?\d[\p{L}\d]*(?:[-.][\p{L}\d]+)*|\d+(?:\.\d+)+|\p{Lu}{1,4}-\p{Lu}{1,2})(?![\p{L}\d%])/gu;

export type AssessTools = WordTools & {
  /** Whether the built-in model made the vectors. */
  readonly isBuiltIn: boolean;
  /** Returns the vectors of the questions and of the statements. */
  readonly embedTexts: (
    questions: readonly string[],
    statements: readonly string[],
  ) => Promise<readonly [questions: readonly Float32Array[], statements: readonly Float32Array[]]>;
  /** Returns the rows of each text's tokens; empty ones if this computer cannot compute them. */
  readonly readTokens: (texts: readonly string[], role: 'question' | 'passage') => Promise<readonly TokenRows[]>;
  /** Converts the cosine of two vectors to the scale to which the weights are fitted. */
  readonly toSimilarity: (cosine: number) => number;
};

export type AskedQuestion = {
  readonly question: string;
  /** The turns before the question, if it is not complete without them; otherwise empty. */
  readonly context: string;
};

export type AssessedPassage<Passage> = {
  readonly passage: Passage;
  readonly measures: Measures;
  /** The logarithm of the odds that it answers the question. */
  readonly rank: number;
};

export type Assessment<Passage extends FoundPassage> = {
  /** The passages whose statements were compared, best first. */
  readonly best: readonly AssessedPassage<Passage>[];
  /** The other passages, best first. */
  readonly others: readonly Passage[];
  /** The logarithm of the odds that the first passage answers the question. */
  readonly answerScore: number;
};

/** Ranks the passages that a search found by how well they answer a question, and estimates whether the first one does. */
export async function assessPassages<Passage extends FoundPassage>(
  { question, context }: AskedQuestion,
  found: readonly Passage[],
  tools: AssessTools,
): Promise<Assessment<Passage>> {
  if (found.length === 0) return { best: [], others: [], answerScore: -Infinity };
  const words = readQuestionWords(question, context, tools);
  const hasKnownCode = codePattern.test(question) && words.some(({ word, isKnown }) => isKnown && /\d/.test(word));
  const codes = question.match(wholeCodePattern) ?? [];
  const isUnderstood = understandsScript(tools, question) || found.every(({ lexical }) => lexical === 0);
  // Texts that the model does not understand are similar by chance, unless they share words.
  const isComparable = ({ lexical }: Passage) => isUnderstood || lexical > 0;
  const candidates = found
    .map((passage) => {
      const measures = {
        dense: isComparable(passage) ? passage.dense : 0,
        lexical: passage.lexical,
        codeLexical: hasKnownCode ? passage.lexical : 0,
        definedCode: codes.some((code) => definesCode(passage.text, code)) ? 1 : 0,
        documentSize: Math.log(passage.chunkCount),
        documentExcess: Math.max(0, Math.log(passage.chunkCount / usualChunks)),
        ...measureWords(words, `${passage.title} ${passage.text}`, tools.wordVector),
      };
      return { passage, measures, firstRank: weighMeasures(firstRankWeights, measures) };
    })
    .toSorted((a, b) => b.firstRank - a.firstRank);
  const compared = candidates.slice(0, maxComparedPassages);
  const { vector, statements } = await compareStatements(
    { question, context },
    compared.map(({ passage }) => (isComparable(passage) ? passage.text : '')),
    tools,
  );
  const matches = await matchTokens({ question, context }, compared, tools);
  const usedRankWeights = matches ? matchedRankWeights : rankWeights;
  const length = Math.log(1 + question.split(/\s+/).length);
  const best = compared
    .map(({ passage, measures }, index): AssessedPassage<Passage> => {
      const own = statements[index] ?? [];
      const ownMeasures = measureStatements(own, { question, words, vector, dense: measures.dense, ...tools });
      const [, , third = 0] = statements
        .flatMap((list) => (list === own ? [] : list.map(({ similarity }) => similarity)))
        .toSorted((a, b) => b - a);
      const match = matches?.[index] ?? 0;
      const all = { ...measures, ...ownMeasures, match, margin: ownMeasures.best - third, length };
      return { passage, measures: all, rank: weighMeasures(usedRankWeights, all) };
    })
    .toSorted((a, b) => b.rank - a.rank);
  const first = measureFirst(best);
  const usedAnswerWeights =
    found.length <= fewChunks ? fewAnswerWeights : matches ? matchedAnswerWeights : answerWeights;
  return {
    best,
    others: candidates.slice(maxComparedPassages).map(({ passage }) => passage),
    answerScore: first ? weighMeasures(usedAnswerWeights, first) : -Infinity,
  };
}

/**
 * Compares the tokens of a question with the passages' tokens. Undefined if they say nothing: the built-in model does not know the documents'
 * language if another search model was chosen, and not every computer can compute them.
 */
async function matchTokens(
  { question, context }: AskedQuestion,
  compared: readonly { readonly passage: FoundPassage }[],
  { isBuiltIn, readTokens }: AssessTools,
): Promise<readonly number[] | undefined> {
  if (!isBuiltIn) return undefined;
  // A passage must answer the question itself, not only the turns before it.
  const texts = context === '' ? [question] : [`${context} ${question}`, question];
  const matches = await matchTexts(
    texts,
    compared.map(({ passage }) => `${passage.title}. ${passage.text}`),
    { readTokens },
  );
  return matches.some((match) => match !== 0) ? matches : undefined;
}

/** Returns how well each text's tokens answer questions, on average (compare-tokens.ts); 0 if this computer cannot compute it. */
export async function matchTexts(
  questions: readonly string[],
  texts: readonly string[],
  { readTokens }: Pick<AssessTools, 'readTokens'>,
): Promise<readonly number[]> {
  const [asked, offered] = await Promise.all([readTokens(questions, 'question'), readTokens(texts, 'passage')]);
  if (asked.some(({ length }) => length === 0)) return texts.map(() => 0);
  return offered.map((text) => asked.reduce((sum, question) => sum + compareTokens(question, text), 0) / asked.length);
}

/** Whether a line of a text begins with a code, as a clause, a row or the entry of a list does. */
function definesCode(text: string, code: string): boolean {
  return text.split('\n').some((line) => {
    const start = line.replace(/^[^\p{L}\d]+/u, '');
    return start.startsWith(code) && !/^[-./]?[\p{L}\d]/u.test(start.slice(code.length));
  });
}

/** Returns the vector of a question, and the statements of each text with their similarity to it. */
async function compareStatements(
  { question, context }: AskedQuestion,
  texts: readonly string[],
  tools: AssessTools,
): Promise<{ readonly vector: Float32Array; readonly statements: readonly (readonly ComparedStatement[])[] }> {
  const listed = texts
    .flatMap((text, passage) =>
      listStatements(text)
        .slice(0, maxStatementsPerPassage)
        .map((statement) => ({ ...statement, passage })),
    )
    .slice(0, maxStatements);
  const [[full, own], vectors] = await tools.embedTexts(
    [`${context} ${question}`.trim(), question],
    listed.map(({ text }) => text),
  );
  if (!full || !own) throw new Error('The question has no vector.');
  // A statement must answer the question itself, not only the turns before it.
  const vector = full.map((value, i) => (value + (own[i] ?? 0)) / 2);
  const compared = listed.map((statement, index) => {
    const statementVector = vectors[index] ?? vector;
    return { ...statement, vector: statementVector, similarity: tools.toSimilarity(multiply(vector, statementVector)) };
  });
  // The document asks a similar question: the statement after it is the answer.
  for (const [index, statement] of compared.entries()) {
    const before = compared[index - 1];
    if (before?.isHeading && before.text.endsWith('?') && !statement.isHeading && statement.passage === before.passage)
      statement.similarity = Math.max(statement.similarity, before.similarity);
  }
  return { vector, statements: texts.map((_, index) => compared.filter(({ passage }) => passage === index)) };
}
