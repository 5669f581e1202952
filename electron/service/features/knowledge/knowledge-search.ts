import type { AnswerLevel, Passage } from '../../../../shared/knowledge/knowledge.ts';
import type { Database } from '../../platform/db/database.ts';
import { answerQuestion, type QuestionInContext } from './answers/answer-question.ts';
import type { AssessedPassage, AssessTools } from './answers/assess-passages.ts';
import { multiply } from './answers/measure-passages.ts';
import { findActiveChunk } from './chunk-queries.ts';
import type { Embedder } from './embedding/embedder.ts';
import { VectorCache } from './embedding/vector-cache.ts';
import { countChunks, countChunksWithWords } from './retrieval/lexical-queries.ts';
import { searchChunks } from './retrieval/search-chunks.ts';
import type { WorkspaceVectorIndex } from './workspace-vector-index.ts';

/** The passages that are ranked by how well they answer a question. */
const minFoundPassages = 50;

export type KnowledgeAnswer = {
  /** Best first. */
  readonly passages: readonly Passage[];
  /** Whether the first passage answers the question. */
  readonly answer: AnswerLevel;
};

/** Searches the active documents of an open workspace. */
export class KnowledgeSearch {
  readonly #db: Database;
  readonly #embedder: Embedder;
  readonly #index: WorkspaceVectorIndex;
  readonly #vectors: VectorCache;

  constructor(db: Database, embedder: Embedder, index: WorkspaceVectorIndex) {
    this.#db = db;
    this.#embedder = embedder;
    this.#index = index;
    this.#vectors = new VectorCache(embedder);
  }

  /** Returns the passages that answer a question best, and whether the first one does. */
  async ask(
    orgId: string,
    { limit, ...question }: QuestionInContext & { readonly limit: number },
  ): Promise<KnowledgeAnswer> {
    const found = await answerQuestion(
      question,
      (query) => this.#find(orgId, query, Math.max(limit, minFoundPassages)),
      this.#createTools(),
    );
    const best = found.best.map(toPassage);
    const lowest = best.at(-1)?.score ?? 1;
    const others = found.others.map((passage) => ({ ...pickPassage(passage), score: Math.min(lowest, passage.score) }));
    return { passages: [...best, ...others].slice(0, limit), answer: found.answer };
  }

  /** Returns the cosine similarity of each sentence to a text, in the order of the sentences. */
  async compareSentences(text: string, sentences: readonly string[]): Promise<readonly number[]> {
    if (sentences.length === 0) return [];
    const [vector = new Float32Array(0), ...others] = await this.#vectors.embed([text, ...sentences]);
    return others.map((other) => multiply(vector, other));
  }

  /** Forgets the texts of deleted documents. */
  forgetTexts(): void {
    this.#vectors.clear();
  }

  async #find(orgId: string, query: string, limit: number) {
    const index = await this.#index.whenLoaded();
    const findChunk = (chunkId: number) => findActiveChunk(this.#db, orgId, chunkId);
    const ranked = await searchChunks(
      { db: this.#db.searchIndex, embedder: this.#embedder, index },
      { partition: orgId, query, limit, isAccepted: (chunkId) => findChunk(chunkId) !== undefined },
    );
    return ranked.flatMap(({ chunkId, score, dense, lexical }) => {
      const chunk = findChunk(chunkId);
      return chunk ? [{ ...chunk, score, dense, lexical }] : [];
    });
  }

  #createTools(): AssessTools {
    return {
      encode: this.#embedder.encode,
      wordVector: this.#embedder.wordVector,
      embedTexts: (texts) => this.#vectors.embed(texts),
      countChunks: (words) => countChunksWithWords(this.#db.searchIndex, words),
      totalChunks: countChunks(this.#db.searchIndex),
    };
  }
}

type FoundInDocument = Passage & { readonly chunkCount: number };

/** The score is the estimated chance that the passage answers the question. */
function toPassage({ passage, rank }: AssessedPassage<FoundInDocument>): Passage {
  return { ...pickPassage(passage), score: 1 / (1 + Math.exp(-rank)) };
}

function pickPassage({ document_id, title, chunk_id, text, page, score, dense, lexical }: FoundInDocument): Passage {
  return { document_id, title, chunk_id, text, page, score, dense, lexical };
}
