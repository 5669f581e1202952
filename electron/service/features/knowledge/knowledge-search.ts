import type { AnswerLevel, Passage } from '../../../../shared/knowledge/knowledge.ts';
import type { Database } from '../../platform/db/database.ts';
import { answerQuestion, type QuestionInContext } from './answers/answer-question.ts';
import { matchTexts, type AssessedPassage, type AssessTools } from './answers/assess-passages.ts';
import { isStaffDocument } from './answers/instructs-staff.ts';
import { multiply } from './answers/measure-passages.ts';
import { findActiveChunk, listChunkIds, readDocumentBeginning } from './chunk-queries.ts';
import { listFilteredDocuments, type DocumentFilter } from './document-queries.ts';
import type { Embedder } from './embedding/embedder.ts';
import { SearchModelError } from './embedding/text-embedder.ts';
import type { OpenSearchModel } from './open-search-model.ts';
import type { SearchModels } from './search-models.ts';
import { countChunks, countChunksWithWords } from './retrieval/lexical-queries.ts';
import { searchChunks, searchWords, type RankedChunk, type SearchDependencies } from './retrieval/search-chunks.ts';

/** The passages that are ranked by how well they answer a question. */
const minFoundPassages = 50;

type LimitedQuestion = QuestionInContext & { readonly limit: number };

export type AskedKnowledge = LimitedQuestion & {
  /** Whether callers hear the answer. */
  readonly isSpoken?: boolean;
  /** Only these documents are searched; all if it is left out. */
  readonly filter?: DocumentFilter | undefined;
};

/** What a search may find: the passages of these chunks, all if it is null, that are accepted. */
type SearchScope = { readonly chunkIds: ReadonlySet<number> | null; readonly isAccepted: PassageCheck };

type PassageCheck = (passage: Pick<Passage, 'document_id' | 'title'>) => boolean;

export type KnowledgeAnswer = {
  /** Best first. */
  readonly passages: readonly Passage[];
  /** Whether the first passage answers the question. */
  readonly answer: AnswerLevel;
  /** Whether the first passage may answer, but is from a document for employees. `answer` is then `none`. */
  readonly isForStaff: boolean;
  /** Whether the search model could not be used, so that only passages with words of the question were found. */
  readonly isWordsOnly: boolean;
};

type FoundAnswer = Omit<KnowledgeAnswer, 'isForStaff'>;

/** A passage with fewer of the question's words does not answer it, as far as its words show. */
const minLexicalAnswer = 0.5;

/** Searches the active documents of an open workspace. */
export class KnowledgeSearch {
  readonly #db: Database;
  readonly #builtIn: Embedder;
  readonly #models: Pick<SearchModels, 'active' | 'tokens'>;

  /** Words are always compared with the built-in model. */
  constructor(db: Database, builtIn: Embedder, models: Pick<SearchModels, 'active' | 'tokens'>) {
    this.#db = db;
    this.#builtIn = builtIn;
    this.#models = models;
  }

  /**
   * Returns the passages that answer a question best, and whether the first one does. Passages of documents for employees do not
   * answer. For a spoken question, they are left out.
   */
  async ask(orgId: string, { isSpoken = false, filter, ...question }: AskedKnowledge): Promise<KnowledgeAnswer> {
    const isForStaff = this.#createStaffCheck(orgId);
    const documents = filter && listFilteredDocuments(this.#db, orgId, filter);
    const scope: SearchScope = {
      chunkIds: documents ? new Set(documents.flatMap(({ id }) => listChunkIds(this.#db, id))) : null,
      isAccepted: (passage) => !isSpoken || !isForStaff(passage),
    };
    const found = await this.#findAnswer(orgId, question, scope);
    const [first] = found.passages;
    if (found.answer === 'none' || !first || !isForStaff(first)) return { ...found, isForStaff: false };
    return { ...found, answer: 'none', isForStaff: true };
  }

  async #findAnswer(orgId: string, question: LimitedQuestion, scope: SearchScope): Promise<FoundAnswer> {
    const model = this.#models.active;
    try {
      return await this.#askModel(orgId, question, scope, model);
    } catch (error) {
      if (model !== this.#models.active) return this.#findAnswer(orgId, question, scope); // it was replaced meanwhile
      if (error instanceof SearchModelError) return this.#askWords(orgId, question, scope);
      throw error;
    }
  }

  async #askModel(
    orgId: string,
    { limit, ...question }: LimitedQuestion,
    scope: SearchScope,
    model: OpenSearchModel,
  ): Promise<FoundAnswer> {
    const found = await answerQuestion(
      question,
      async (query) => {
        const passages = await this.#find(orgId, model, { query, limit: Math.max(limit, minFoundPassages), scope });
        return passages.filter(scope.isAccepted);
      },
      this.#createTools(model),
    );
    const best = found.best.map(toPassage);
    let lowest = best.at(-1)?.score ?? 1;
    const others = found.others.map((passage) => {
      lowest = Math.min(lowest, passage.score);
      return { ...pickPassage(passage), score: lowest };
    });
    return { passages: [...best, ...others].slice(0, limit), answer: found.answer, isWordsOnly: false };
  }

  /** Words alone never make an answer likely. */
  #askWords(orgId: string, { question, limit }: LimitedQuestion, { chunkIds, isAccepted }: SearchScope): FoundAnswer {
    const isAcceptedChunk = (chunkId: number) => {
      const chunk = !chunkIds || chunkIds.has(chunkId) ? findActiveChunk(this.#db, orgId, chunkId) : undefined;
      return chunk !== undefined && isAccepted(chunk);
    };
    const options = { query: question, limit, isAccepted: isAcceptedChunk };
    const passages = this.#readChunks(orgId, searchWords({ db: this.#db.searchIndex }, options)).map(pickPassage);
    const answer = (passages[0]?.lexical ?? 0) >= minLexicalAnswer ? 'possible' : 'none';
    return { passages, answer, isWordsOnly: true };
  }

  /** Returns a check of whether a passage is from a document for employees. It reads each document once. */
  #createStaffCheck(orgId: string): PassageCheck {
    const results = new Map<string, boolean>();
    return ({ document_id, title }) => {
      const known = results.get(document_id);
      if (known !== undefined) return known;
      const isForStaff = isStaffDocument({ title, beginning: readDocumentBeginning(this.#db, orgId, document_id) });
      results.set(document_id, isForStaff);
      return isForStaff;
    };
  }

  /**
   * Returns the similarity of each sentence to a text, in the order of the sentences: 0 if the search model cannot be used, so that only
   * their words count.
   */
  async compareSentences(text: string, sentences: readonly string[]): Promise<readonly number[]> {
    if (sentences.length === 0) return [];
    const model = this.#models.active;
    try {
      const [[vector = new Float32Array(0)], others] = await this.#embedTexts(model, [text], sentences);
      return others.map((other) => model.toSimilarity(multiply(vector, other)));
    } catch (error) {
      if (model !== this.#models.active) return this.compareSentences(text, sentences);
      if (error instanceof SearchModelError) return sentences.map(() => 0);
      throw error;
    }
  }

  /** Returns how well each sentence's tokens answer questions, on average; 0 if the search model cannot say it. */
  async matchSentences(questions: readonly string[], sentences: readonly string[]): Promise<readonly number[]> {
    const model = this.#models.active;
    if (!model.isBuiltIn || sentences.length === 0) return sentences.map(() => 0);
    try {
      return await matchTexts(questions, sentences, this.#createTools(model));
    } catch (error) {
      if (error instanceof SearchModelError) return sentences.map(() => 0);
      throw error;
    }
  }

  async #find(
    orgId: string,
    model: OpenSearchModel,
    { query, limit, scope }: { readonly query: string; readonly limit: number; readonly scope: SearchScope },
  ) {
    const index = await model.index.whenLoaded();
    const { chunkIds } = scope;
    const isAccepted = (chunkId: number) =>
      chunkIds ? chunkIds.has(chunkId) : findActiveChunk(this.#db, orgId, chunkId) !== undefined;
    const ranked = await searchChunks(
      { db: this.#db.searchIndex, model: cacheQuestions(model), index },
      { partition: orgId, query, limit, isAccepted, ...(chunkIds && { onlyIds: [...chunkIds] }) },
    );
    return this.#readChunks(orgId, ranked);
  }

  #readChunks(orgId: string, ranked: readonly RankedChunk[]): readonly FoundInDocument[] {
    return ranked.flatMap(({ chunkId, score, dense, lexical }) => {
      const chunk = findActiveChunk(this.#db, orgId, chunkId);
      return chunk ? [{ ...chunk, score, dense, lexical }] : [];
    });
  }

  async #embedTexts(model: OpenSearchModel, questions: readonly string[], statements: readonly string[]) {
    return Promise.all([model.cache.read(questions, 'question'), model.cache.read(statements, 'passage')]);
  }

  #createTools(model: OpenSearchModel): AssessTools {
    return {
      isBuiltIn: model.isBuiltIn,
      encode: this.#builtIn.encode,
      wordVector: this.#builtIn.wordVector,
      embedTexts: (questions, statements) => this.#embedTexts(model, questions, statements),
      readTokens: (texts, role) => this.#models.tokens.read(texts, role),
      toSimilarity: (cosine) => model.toSimilarity(cosine),
      countChunks: (words) => countChunksWithWords(this.#db.searchIndex, words),
      totalChunks: countChunks(this.#db.searchIndex),
    };
  }
}

/** Keeps the vector of a question, which is needed again to compare sentences with it. */
function cacheQuestions(model: OpenSearchModel): SearchDependencies['model'] {
  return {
    isBuiltIn: model.isBuiltIn,
    toSimilarity: (cosine) => model.toSimilarity(cosine),
    embed: async ([question]) => {
      const [vector = new Float32Array(0)] = await model.cache.read(question ? [question.text] : [], 'question');
      return vector;
    },
  };
}

type FoundInDocument = Passage & { readonly chunkCount: number };

/** The score is the estimated chance that the passage answers the question. */
function toPassage({ passage, rank }: AssessedPassage<FoundInDocument>): Passage {
  return { ...pickPassage(passage), score: 1 / (1 + Math.exp(-rank)) };
}

function pickPassage({ document_id, title, chunk_id, text, page, score, dense, lexical }: FoundInDocument): Passage {
  return { document_id, title, chunk_id, text, page, score, dense, lexical };
}
