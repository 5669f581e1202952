import { setTimeout as delay } from 'node:timers/promises';
import type { StoredSearchModel } from '../../../../shared/knowledge/search-model.ts';
import type { Database } from '../../platform/db/database.ts';
import {
  embedEach,
  SearchModelError,
  type EmbeddedText,
  type EmbedTextsOptions,
  type TextEmbedder,
} from './embedding/text-embedder.ts';
import { TextCache } from './embedding/text-cache.ts';
import { WorkspaceVectorIndex } from './workspace-vector-index.ts';

/** The wait after the first failure of a model. Each failure that follows doubles it. */
const firstRetryMs = 1_000;
const maxRetryMs = 60_000;

/** After a failure, searches do not try the model again for this long, so that each of them is fast. */
const pauseMs = 10_000;

type OpenSearchModelOptions = {
  readonly stored: StoredSearchModel;
  readonly embedder: TextEmbedder;
  readonly onProblemChange: () => void;
};

/** A search model with its vectors. It remembers whether it can be used. */
export class OpenSearchModel implements TextEmbedder {
  readonly stored: StoredSearchModel;
  readonly index: WorkspaceVectorIndex;
  /** The vectors of questions and sentences. */
  readonly cache: TextCache;
  readonly #onProblemChange: () => void;
  #embedder: TextEmbedder;
  #problem: SearchModelError | null = null;
  #pausedUntil = 0;
  #retryNow = new AbortController();

  constructor(db: Database, { stored, embedder, onProblemChange }: OpenSearchModelOptions) {
    this.stored = stored;
    this.#embedder = embedder;
    this.#onProblemChange = onProblemChange;
    this.index = new WorkspaceVectorIndex(db, embedder);
    this.cache = new TextCache((texts, role) => embedEach(this, texts, role));
  }

  get fingerprint(): string {
    return this.#embedder.fingerprint;
  }

  get dimensions(): number {
    return this.#embedder.dimensions;
  }

  get isBuiltIn(): boolean {
    return this.#embedder.isBuiltIn;
  }

  /** Why it could not be used the last time, with what to do about it; null if it could. */
  get problem(): string | null {
    return this.#problem && `${this.#problem.message} ${this.#problem.fix}`;
  }

  toSimilarity(cosine: number): number {
    return this.#embedder.toSimilarity(cosine);
  }

  /** Rejects with SearchModelError if the model cannot be used now. A search does not wait for it again soon after a failure. */
  async embed(texts: readonly EmbeddedText[], options: EmbedTextsOptions): Promise<Float32Array> {
    const isWaiting = options.priority === 'interactive' && performance.now() < this.#pausedUntil;
    if (this.#problem && isWaiting) throw this.#problem;
    try {
      const vectors = await this.#embedder.embed(texts, options);
      this.#setProblem(null);
      return vectors;
    } catch (error) {
      if (error instanceof SearchModelError) this.#setProblem(error);
      throw error;
    }
  }

  /** Waits until the model can be used. Rejects with the reason of the signal when it is aborted. */
  async embedPatiently(
    texts: readonly EmbeddedText[],
    options: EmbedTextsOptions & { readonly signal: AbortSignal },
  ): Promise<Float32Array> {
    for (let failures = 0; ; failures += 1) {
      try {
        return await this.embed(texts, options);
      } catch (error) {
        options.signal.throwIfAborted();
        if (!(error instanceof SearchModelError)) throw error;
        const waitMs = Math.min(maxRetryMs, firstRetryMs * 2 ** Math.min(failures, 10));
        await this.#wait(Math.max(waitMs, error.retryAfterMs ?? 0), options.signal);
      }
    }
  }

  /** Uses the same model with another API key, or its files again. Waiting requests try it at once. */
  replaceEmbedder(embedder: TextEmbedder): void {
    void this.#embedder.close();
    this.#embedder = embedder;
    this.#setProblem(null);
    this.#retryNow.abort();
    this.#retryNow = new AbortController();
  }

  async close(): Promise<void> {
    await Promise.all([this.#embedder.close(), this.index.close()]);
  }

  #setProblem(problem: SearchModelError | null): void {
    const before = this.problem;
    this.#problem = problem;
    this.#pausedUntil = problem ? performance.now() + Math.max(pauseMs, problem.retryAfterMs ?? 0) : 0;
    if (this.problem !== before) this.#onProblemChange();
  }

  /** Resolves after a time, or when the model is replaced. */
  async #wait(waitMs: number, signal: AbortSignal): Promise<void> {
    const ended = AbortSignal.any([signal, this.#retryNow.signal]);
    await delay(waitMs, undefined, { signal: ended }).catch(() => {}); // it ended early
    signal.throwIfAborted();
  }
}
