import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { statSync } from 'node:fs';
import { Problem } from '../../../../shared/contract/problems.ts';
import type {
  OtherModelSettings,
  SearchModelSettings,
  SearchModelState,
  StoredSearchModel,
} from '../../../../shared/knowledge/search-model.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import { isStorageFull } from '../../platform/http/to-problem.ts';
import type { WorkspaceSecrets } from '../../platform/keychain/keychain.ts';
import type { StartProcess } from '../../platform/processes/start-process.ts';
import { findActiveChunk, insertVector } from './chunk-queries.ts';
import { checkSearchModel, type SearchModelCheck } from './check-search-model.ts';
import { createFingerprint, createTextEmbedder, type EmbedderSources } from './create-text-embedder.ts';
import type { DocumentFiles } from './document-files.ts';
import { isFileUsed } from './document-queries.ts';
import type { Embedder } from './embedding/embedder.ts';
import { builtInMeasures } from './embedding/measure-model.ts';
import { TextCache } from './embedding/text-cache.ts';
import { createTokenReader } from './embedding/text-embedder.ts';
import { OpenSearchModel } from './open-search-model.ts';
import { composePassage } from './compose-passage.ts';
import { deleteUnusedVectors } from './delete-unused-vectors.ts';
import * as queries from './search-model-queries.ts';
import { SearchModelKeys } from './search-model-keys.ts';

/** Chunks that are embedded and stored at a time. */
const batchSize = 32;

/** The wait after a failure of this computer, such as a full disk. */
const restartMs = 60_000;

/** The window asks again after each event. */
const eventIntervalMs = 500;

type SearchModelsOptions = {
  readonly orgId: string;
  readonly builtIn: Embedder;
  readonly files: DocumentFiles;
  readonly secrets: Pick<WorkspaceSecrets, 'read' | 'set' | 'restore'>;
  readonly startProcess: StartProcess;
  readonly events: EventPublisher;
  readonly context: Pick<Context, 'log' | 'findProxies'>;
  /** False in a linked workspace, whose remote searches. */
  readonly canIngest: boolean;
};

type Replacement = {
  readonly model: OpenSearchModel;
  readonly stop: AbortController;
  done: number;
  total: number;
  /** Why it stopped, until it starts again. */
  failure: string | null;
  /** Resolves when it no longer runs. */
  ended: Promise<void>;
};

/**
 * The search model of an open workspace. While another one replaces it, chunks are embedded again in the background, also after a restart,
 * and searches use the vectors of the previous one until none is missing.
 */
export class SearchModels {
  /** The tokens of texts that were searched, by the built-in model. */
  readonly tokens: TextCache;
  readonly #db: Database;
  readonly #options: SearchModelsOptions;
  readonly #keys: SearchModelKeys;
  readonly #closing = new AbortController();
  #active: OpenSearchModel;
  #next: Replacement | null = null;
  /** Ends one replacement and starts the next, one after the other. */
  #restarting: Promise<void> = Promise.resolve();
  #cleaning: Promise<void> = Promise.resolve();
  #lastCheck: { readonly key: string; readonly check: SearchModelCheck } | null = null;
  #publishedAt = -Infinity;

  constructor(db: Database, options: SearchModelsOptions) {
    this.#db = db;
    this.#options = options;
    this.tokens = new TextCache(createTokenReader(options.builtIn));
    this.#keys = new SearchModelKeys(options.secrets);
    this.#active = this.#open(queries.findSearchModel(db, 'active')?.model ?? this.#describeBuiltIn());
    if (db.isReadOnly || !options.canIngest) return;
    this.#restart();
  }

  /** The model that searches use. */
  get active(): OpenSearchModel {
    return this.#active;
  }

  /** Throws Problem `not_available_on_remote` in a linked workspace. */
  requireLocal(): void {
    if (!this.#options.canIngest)
      throw new Problem('not_available_on_remote', 'The remote of a linked workspace has its own search model.');
  }

  async describe(): Promise<SearchModelState> {
    await this.#restarting;
    const { stored, fingerprint, problem } = this.#active;
    const next = this.#next;
    return {
      ...describeModel(stored),
      key_hint: stored.has_key ? await this.#keys.readHint(fingerprint) : null,
      problem,
      next: next && { ...describeModel(next.model.stored), done: next.done, total: next.total },
      next_problem: next?.failure ?? next?.model.problem ?? null,
    };
  }

  /** Tries a model. Rejects with Problem `not_available_on_remote` in a linked workspace. */
  async check(settings: OtherModelSettings, apiKey: string | null, signal: AbortSignal): Promise<SearchModelCheck> {
    this.requireLocal();
    const key = apiKey ?? (await this.#findKey(settings));
    const { files, startProcess, context } = this.#options;
    const check = await checkSearchModel(settings, key, {
      files,
      startProcess,
      findProxies: context.findProxies,
      signal: AbortSignal.any([signal, this.#closing.signal]),
    });
    this.#lastCheck = { key: JSON.stringify([settings, key]), check };
    return check;
  }

  /**
   * Checks a model, and starts to replace the active one with it in the transaction that `commit` runs. Returns its result. Throws Problem
   * `search_model_unusable`.
   */
  async change<Result>(
    settings: SearchModelSettings,
    apiKey: string | null,
    signal: AbortSignal,
    commit: (store: () => { readonly is_replacing: boolean }) => Result,
  ): Promise<Result> {
    this.requireLocal();
    if (settings.kind === 'built_in')
      return commit(() => this.#store(this.#describeBuiltIn(), this.#options.builtIn.fingerprint));
    const key = apiKey ?? (await this.#findKey(settings));
    const stored = await this.#prepare(settings, key, signal);
    const fingerprint = createFingerprint(settings, stored.dimensions);
    const restoreKey = await this.#keys.set(fingerprint, stored.has_key ? key : null, this.#listFingerprints());
    try {
      return commit(() => this.#store(stored, fingerprint));
    } catch (error) {
      await restoreKey();
      throw error;
    }
  }

  /** Keeps the active model, in the open transaction. */
  cancelChange(): void {
    queries.deleteSearchModel(this.#db, 'next');
    this.#publish();
    this.#db.afterCommit(() => {
      this.#restart();
      void this.#keys.keepOnly([this.#active.fingerprint]);
    });
  }

  /** Removes chunks of deleted documents, and what is kept of texts that were searched. */
  remove(orgId: string, chunkIds: readonly number[]): void {
    for (const { index, cache } of this.#listModels()) {
      index.remove(orgId, chunkIds);
      cache.clear();
    }
    this.tokens.clear();
  }

  /** Resolves when no model is being replaced. */
  async whenIdle(): Promise<void> {
    await this.#restarting;
    await this.#next?.ended;
    await this.#cleaning;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#restarting;
    await this.#endReplacement();
    await this.#cleaning;
    await this.#active.close();
  }

  #describeBuiltIn(): StoredSearchModel {
    return {
      settings: { kind: 'built_in' },
      dimensions: this.#options.builtIn.dimensions,
      similarity: { scale: 1, offset: 0 },
      languages: [...builtInMeasures.languages],
      has_key: false,
      files: [],
    };
  }

  #createEmbedder(stored: StoredSearchModel) {
    const { builtIn, files, context } = this.#options;
    const sources: EmbedderSources = {
      builtIn,
      files,
      readKey: (fingerprint) => this.#keys.read(fingerprint),
      findProxies: context.findProxies,
    };
    return createTextEmbedder(stored, sources);
  }

  #open(stored: StoredSearchModel): OpenSearchModel {
    return new OpenSearchModel(this.#db, {
      stored,
      embedder: this.#createEmbedder(stored),
      onProblemChange: () => this.#publish(),
    });
  }

  #listModels(): readonly OpenSearchModel[] {
    return this.#next ? [this.#active, this.#next.model] : [this.#active];
  }

  #listFingerprints(): readonly string[] {
    return this.#listModels().map(({ fingerprint }) => fingerprint);
  }

  /** Returns the stored key of a server with the same address; empty if there is none. */
  async #findKey(settings: OtherModelSettings): Promise<string> {
    if (settings.kind !== 'server') return '';
    const model = this.#listModels().find(
      ({ stored }) => stored.settings.kind === 'server' && stored.settings.base_url === settings.base_url,
    );
    return (model && (await this.#keys.read(model.fingerprint))) ?? '';
  }

  async #prepare(settings: OtherModelSettings, key: string, signal: AbortSignal): Promise<StoredSearchModel> {
    const last = this.#lastCheck;
    const isChecked = last?.key === JSON.stringify([settings, key]) && last.check.measured;
    const { measured, steps } = isChecked ? last.check : await this.check(settings, key, signal);
    const failed = steps.find(({ result }) => result === 'failed');
    if (!measured) throw new Problem('search_model_unusable', `${failed?.detail ?? ''} ${failed?.fix ?? ''}`.trim());
    const hashes = settings.kind === 'file' ? [settings.model_sha256, settings.tokenizer_sha256] : [];
    const files = hashes.map((sha256) => ({ sha256, size_bytes: statSync(this.#options.files.getPath(sha256)).size }));
    return { settings, ...measured, has_key: settings.kind === 'server' && key !== '', files };
  }

  /** Stores the next model in the open transaction. If it has the vectors of the active one, it only replaces its key or its files. */
  #store(stored: StoredSearchModel, fingerprint: string): { readonly is_replacing: boolean } {
    const active = this.#active;
    const isSame = fingerprint === active.fingerprint;
    if (isSame) {
      queries.deleteSearchModel(this.#db, 'next');
      if (!active.isBuiltIn) queries.storeSearchModel(this.#db, 'active', { fingerprint, model: stored });
    } else queries.storeSearchModel(this.#db, 'next', { fingerprint, model: stored });
    this.#publish();
    this.#db.afterCommit(() => {
      if (isSame) active.replaceEmbedder(this.#createEmbedder(stored));
      this.#restart();
    });
    return { is_replacing: !isSame };
  }

  /** Ends the replacement that runs, and starts the one that is stored, if there is one. */
  #restart(): void {
    this.#restarting = this.#restarting
      .then(() => this.#endReplacement())
      .then(() => {
        const next = queries.findSearchModel(this.#db, 'next');
        return next ? this.#startReplacement(next.model) : this.#removeUnusedVectors();
      })
      .catch((error: unknown) => this.#options.context.log.error({ err: error }, 'failed to change the search model'));
  }

  #startReplacement(stored: StoredSearchModel): void {
    if (this.#closing.signal.aborted) return;
    const model = this.#open(stored);
    const counted = queries.countVectors(this.#db, model.fingerprint);
    const next: Replacement = {
      model,
      stop: new AbortController(),
      ...counted,
      failure: null,
      ended: Promise.resolve(),
    };
    this.#next = next;
    const signal = AbortSignal.any([next.stop.signal, this.#closing.signal]);
    next.ended = this.#replace(next, signal).catch((error: unknown) => {
      if (signal.aborted) return;
      this.#options.context.log.error({ err: error }, 'failed to replace the search model');
      next.failure = isStorageFull(error)
        ? 'The disk is full. Free up space: the change then continues.'
        : 'Documents could not be prepared. Switchboard tries again every minute.';
      this.#publish();
      const timer = setTimeout(() => this.#next === next && this.#restart(), restartMs);
      timer.unref();
      signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
    });
  }

  /** Embeds chunks until none of an active document is without a vector of the next model, and then activates that model. */
  async #replace(next: Replacement, signal: AbortSignal): Promise<void> {
    const { model } = next;
    this.#removeUnusedVectors();
    for (let after = 0; ;) {
      await yieldToEventLoop();
      signal.throwIfAborted();
      const chunks = queries.listChunksWithoutVector(this.#db, model.fingerprint, after, batchSize);
      const last = chunks.at(-1);
      if (!last) {
        if (after === 0) return this.#switchTo(next);
        after = 0; // documents that became active meanwhile
        Object.assign(next, queries.countVectors(this.#db, model.fingerprint));
        continue;
      }
      after = last.chunk;
      const texts = chunks.map((chunk) => ({ text: composePassage(chunk) }));
      const options = { role: 'passage', lane: 'search model', signal } as const;
      const vectors = await model.embedPatiently(texts, options);
      signal.throwIfAborted();
      this.#storeVectors(model, chunks, vectors);
      next.done += chunks.length;
      if (next.done > next.total) Object.assign(next, queries.countVectors(this.#db, model.fingerprint));
      this.#publishNow();
    }
  }

  /** Documents can have been deleted while their chunks were embedded. */
  #storeVectors(model: OpenSearchModel, chunks: readonly queries.ChunkWithoutVector[], vectors: Float32Array): void {
    const { dimensions, fingerprint, index } = model;
    this.#db.bulkTransaction(() => {
      for (const [position, { chunk, orgId }] of chunks.entries()) {
        if (!findActiveChunk(this.#db, orgId, chunk)) continue;
        const vector = vectors.slice(position * dimensions, (position + 1) * dimensions);
        insertVector(this.#db, chunk, fingerprint, vector);
        this.#db.afterCommit(() => index.add(orgId, [chunk], [vector]));
      }
    });
  }

  #switchTo(next: Replacement): void {
    const previous = this.#active;
    const { model } = next;
    if (this.#next !== next) return;
    this.#db.transaction(() => {
      queries.setDocumentModel(this.#db, model.fingerprint);
      queries.deleteSearchModel(this.#db, 'next');
      if (model.isBuiltIn) queries.deleteSearchModel(this.#db, 'active');
      else queries.storeSearchModel(this.#db, 'active', { fingerprint: model.fingerprint, model: model.stored });
      this.#db.afterCommit(() => {
        this.#active = model;
        this.#next = null;
        this.#publishNow(true);
        this.#removeUnusedVectors();
        for (const { sha256 } of previous.stored.files)
          this.#options.files.removeIfUnused(sha256, (hash) => isFileUsed(this.#db, hash));
        void this.#keys.keepOnly([model.fingerprint]);
        // A search that uses it tries again with the new one.
        void previous.close();
      });
    });
  }

  async #endReplacement(): Promise<void> {
    const next = this.#next;
    if (!next) return;
    this.#next = null;
    next.stop.abort();
    await next.ended;
    if (next.model !== this.#active) await next.model.close();
  }

  /** Deletes the vectors of models that are neither active nor next, and then nothing refers to their files. */
  #removeUnusedVectors(): void {
    this.#cleaning = this.#cleaning
      .then(() => deleteUnusedVectors(this.#db, () => this.#listFingerprints(), this.#closing.signal))
      .catch((error: unknown) => this.#options.context.log.error({ err: error }, 'failed to delete unused vectors'));
  }

  /** Publishes an event when the open transaction commits. */
  #publish(): void {
    this.#options.events.publish({ type: 'search_model.changed' }, this.#options.orgId);
  }

  #publishNow(isLast = false): void {
    if (!isLast && performance.now() - this.#publishedAt < eventIntervalMs) return;
    this.#publishedAt = performance.now();
    this.#publish();
  }
}

function describeModel({ settings, dimensions, languages }: StoredSearchModel) {
  return { settings, dimensions, languages };
}
