import type { AnswerLevel, Passage } from '../../../../shared/knowledge/knowledge.ts';
import type { Database } from '../../platform/db/database.ts';
import { answerQuestion, type QuestionInContext } from './answers/answer-question.ts';
import type { AssessedPassage, AssessTools } from './answers/assess-passages.ts';
import { isStaffDocument } from './answers/instructs-staff.ts';
import { multiply } from './answers/measure-passages.ts';
import { findActiveChunk, readBeginning } from './chunk-queries.ts';
import type { Embedder } from './embedding/embedder.ts';
import { SearchModelError } from './embedding/text-embedder.ts';
import type { OpenSearchModel } from './open-search-model.ts';
import { countChunks, countChunksWithWords } from './retrieval/lexical-queries.ts';
import { searchChunks, searchWords, type RankedChunk, type SearchDependencies } from './retrieval/search-chunks.ts';

/** The passages that are ranked by how well they answer a question. */
const minFoundPassages = 50;

export type AskedKnowledge = QuestionInContext & {
  readonly limit: number;
  /** Whether callers hear the answer: documents for employees are then left out. */
  readonly isSpoken?: boolean;
};

export type KnowledgeAnswer = {
  /** Best first. */
  readonly passages: readonly Passage[];
  /** Whether the first passage answers the question. */
  readonly answer: AnswerLevel;
  /** Whether the first passage answers, but is from a document for employees, from which agents do not answer. */
  readonly isForStaff: boolean;
  /** Whether the search model could not be used, so that only passages with words of the question were found. */
  readonly isWordsOnly: boolean;
};

/** A passage with fewer of the question's words does not answer it, as far as its words show. */
const minLexicalAnswer = 0.5;

/** Searches the active documents of an open workspace. */
export class KnowledgeSearch {
  readonly #db: Database;
  readonly #builtIn: Embedder;
  readonly #getModel: () => OpenSearchModel;

  /** Words are always compared with the built-in model. */
  constructor(db: Database, builtIn: Embedder, getModel: () => OpenSearchModel) {
    this.#db = db;
    this.#builtIn = builtIn;
    this.#getModel = getModel;
  }

  /** Returns the passages that answer a question best, and whether the first one does. */
  async ask(orgId: string, question: AskedKnowledge): Promise<KnowledgeAnswer> {
    const model = this.#getModel();
    try {
      return await this.#ask(orgId, question, model);
    } catch (error) {
      if (model !== this.#getModel()) return this.ask(orgId, question); // it was replaced meanwhile
      if (error instanceof SearchModelError) return this.#askWords(orgId, question);
      throw error;
    }
  }

  async #ask(
    orgId: string,
    { limit, isSpoken = false, ...question }: AskedKnowledge,
    model: OpenSearchModel,
  ): Promise<KnowledgeAnswer> {
    const isFromStaff = this.#createStaffCheck(orgId);
    const found = await answerQuestion(
      question,
      async (query) => {
        const passages = await this.#find(orgId, model, query, Math.max(limit, minFoundPassages));
        return isSpoken ? passages.filter((passage) => !isFromStaff(passage)) : passages;
      },
      this.#createTools(model),
    );
    const [first] = found.best;
    const isForStaff = found.answer !== 'none' && first !== undefined && isFromStaff(first.passage);
    const answer = isForStaff ? 'none' : found.answer;
    const best = found.best.map(toPassage);
    let lowest = best.at(-1)?.score ?? 1;
    const others = found.others.map((passage) => {
      lowest = Math.min(lowest, passage.score);
      return { ...pickPassage(passage), score: lowest };
    });
    return { passages: [...best, ...others].slice(0, limit), answer, isForStaff, isWordsOnly: false };
  }

  /** Words alone never make an answer likely. */
  #askWords(orgId: string, { question, limit, isSpoken = false }: AskedKnowledge): KnowledgeAnswer {
    const isFromStaff = this.#createStaffCheck(orgId);
    const isAccepted = (chunkId: number) => {
      const chunk = findActiveChunk(this.#db, orgId, chunkId);
      return chunk !== undefined && !(isSpoken && isFromStaff(chunk));
    };
    const ranked = searchWords({ db: this.#db.searchIndex }, { query: question, limit, isAccepted });
    const passages = this.#readChunks(orgId, ranked).map(pickPassage);
    const [first] = passages;
    const isAnswer = first !== undefined && first.lexical >= minLexicalAnswer;
    const isForStaff = isAnswer && isFromStaff(first);
    const answer = isAnswer && !isForStaff ? 'possible' : 'none';
    return { passages, answer, isForStaff, isWordsOnly: true };
  }

  /** Returns a check of whether a passage is from a document for employees, which is read once for all its passages. */
  #createStaffCheck(orgId: string): (passage: Pick<Passage, 'document_id' | 'title'>) => boolean {
    const known = new Map<string, boolean>();
    return ({ document_id, title }) => {
      const isKnown = known.get(document_id);
      if (isKnown !== undefined) return isKnown;
      const isFound = isStaffDocument({ title, beginning: readBeginning(this.#db, orgId, document_id) });
      known.set(document_id, isFound);
      return isFound;
    };
  }

  /**
   * Returns the similarity of each sentence to a text, in the order of the sentences: 0 if the search model cannot be used, so that only
   * their words count.
   */
  async compareSentences(text: string, sentences: readonly string[]): Promise<readonly number[]> {
    if (sentences.length === 0) return [];
    const model = this.#getModel();
    try {
      const [[vector = new Float32Array(0)], others] = await this.#embedTexts(model, [text], sentences);
      return others.map((other) => model.toSimilarity(multiply(vector, other)));
    } catch (error) {
      if (model !== this.#getModel()) return this.compareSentences(text, sentences);
      if (error instanceof SearchModelError) return sentences.map(() => 0);
      throw error;
    }
  }

  async #find(orgId: string, model: OpenSearchModel, query: string, limit: number) {
    const index = await model.index.whenLoaded();
    const isAccepted = (chunkId: number) => findActiveChunk(this.#db, orgId, chunkId) !== undefined;
    const ranked = await searchChunks(
      { db: this.#db.searchIndex, model: cacheQuestions(model), index },
      { partition: orgId, query, limit, isAccepted },
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
    return Promise.all([model.cache.embed(questions, 'question'), model.cache.embed(statements, 'passage')]);
  }

  #createTools(model: OpenSearchModel): AssessTools {
    return {
      encode: this.#builtIn.encode,
      wordVector: this.#builtIn.wordVector,
      embedTexts: (questions, statements) => this.#embedTexts(model, questions, statements),
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
      const [vector = new Float32Array(0)] = await model.cache.embed(question ? [question.text] : [], 'question');
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
