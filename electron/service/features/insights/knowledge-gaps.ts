import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import {
  comparedQuestionsMax,
  gapCallsMax,
  knowledgeGapsMax,
  type KnowledgeGap,
  type KnowledgeGapList,
} from '../../../../shared/knowledge-gaps.ts';
import { formatTimestamp } from '../../../../shared/timestamp.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import { resolveWorkerUrl } from '../../platform/workers/resolve-worker-url.ts';
import { WorkerClient } from '../../platform/workers/worker-client.ts';
import { maxTurnsPerCall } from '../calls/turn-queries.ts';
import type { Embedder } from '../knowledge/embedding/embedder.ts';
import { sameQuestionCosine, type ClusterInput, type Clusters } from './cluster-questions.ts';
import { findQuestion } from './find-question.ts';
import {
  findOpenQuestion,
  listEmbeddedQuestions,
  listOpenQuestions,
  listQuestionTexts,
  storeQuestionEmbedding,
} from './gap-queries.ts';
import type { InsightScope } from './insight-queries.ts';
import { formatQuestionId } from './question-id.ts';

/** Requests to the cluster worker. */
export type ClusterProtocol = { readonly cluster: { readonly input: ClusterInput; readonly result: Clusters } };

/** Vectors read at a time, so that the main thread is never blocked for long. */
const readBatchSize = 100;

/** Questions embedded and stored at a time. */
const embedBatchSize = 32;

/** The thread is started again when the gaps are shown the next time. */
const workerIdleMs = 60_000;

type KnowledgeGapsOptions = {
  readonly orgId: string;
  readonly embedder: Pick<Embedder, 'dimensions' | 'embed' | 'encode' | 'fingerprint'>;
  readonly events: EventPublisher;
  readonly context: Pick<Context, 'log'>;
};

/**
 * Groups the questions of recipients that the documents did not answer. Each question is embedded once, when the gaps are first
 * asked for, after all documents that wait. A worker thread compares them.
 */
export class KnowledgeGaps {
  readonly #db: Database;
  readonly #options: KnowledgeGapsOptions;
  readonly #worker = new WorkerClient<ClusterProtocol>({
    label: 'cluster worker',
    startWorker: () => new Worker(resolveWorkerUrl('cluster-worker', import.meta.url), { name: 'cluster' }),
    idleTimeoutMs: workerIdleMs,
  });
  readonly #closing = new AbortController();
  /** Set while questions are being embedded. */
  #embedding: Promise<void> | undefined;

  constructor(db: Database, options: KnowledgeGapsOptions) {
    this.#db = db;
    this.#options = options;
  }

  /** Returns the gaps of a period. Questions that are not embedded yet are only counted, and embedded afterwards. */
  async list(scope: InsightScope): Promise<KnowledgeGapList> {
    const open = listOpenQuestions(this.#db, scope, comparedQuestionsMax);
    const { turns, vectors } = await this.#readVectors(open);
    const known = new Set(turns);
    const pending = open.filter((turn) => !known.has(turn));
    this.#startEmbedding(pending);
    const { dimensions } = this.#options.embedder;
    const clusters =
      turns.length === 0
        ? []
        : await this.#worker.request(
            'cluster',
            { vectors, dimensions, threshold: sameQuestionCosine },
            { signal: this.#closing.signal, transfer: [vectors.buffer] },
          );
    const gaps = clusters.map((members) => members.map((index) => turns[index] ?? 0));
    return {
      data: await this.#describeGaps(scope.orgId, gaps.slice(0, knowledgeGapsMax)),
      total: gaps.length,
      question_count: open.length,
      pending_count: pending.length,
    };
  }

  /** Resolves when no question is being embedded. */
  async whenIdle(): Promise<void> {
    await this.#embedding;
  }

  async close(): Promise<void> {
    const reason = new Error('The workspace was closed.');
    this.#closing.abort(reason);
    await Promise.all([this.#embedding, this.#worker.close(reason)]);
  }

  /** Returns the vectors of the questions that have one, in the order of the questions. */
  async #readVectors(open: readonly number[]) {
    const { dimensions, fingerprint } = this.#options.embedder;
    const turns: number[] = [];
    const vectors = new Float32Array(open.length * dimensions);
    const bytes = new Uint8Array(vectors.buffer);
    for (let from = 0; from < open.length; from += readBatchSize) {
      const batch = open.slice(from, from + readBatchSize);
      const rows = listEmbeddedQuestions(this.#db, batch, fingerprint);
      const embeddings = new Map(rows.map(({ turn, embedding }) => [turn, embedding]));
      for (const turn of batch) {
        const embedding = embeddings.get(turn);
        if (embedding) bytes.set(embedding, turns.push(turn) * dimensions * 4 - dimensions * 4);
      }
      await yieldToEventLoop();
      this.#closing.signal.throwIfAborted();
    }
    return { turns, vectors: turns.length === open.length ? vectors : vectors.slice(0, turns.length * dimensions) };
  }

  /** Interpreting a turn takes a while, so that one gap is described at a time. */
  async #describeGaps(orgId: string, gaps: readonly (readonly number[])[]): Promise<KnowledgeGap[]> {
    const described: KnowledgeGap[] = [];
    for (const turns of gaps) {
      await yieldToEventLoop();
      this.#closing.signal.throwIfAborted();
      const gap = describeGap(this.#db, orgId, turns);
      if (gap) described.push(gap);
    }
    return described;
  }

  #startEmbedding(turns: readonly number[]): void {
    if (turns.length === 0 || this.#db.isReadOnly || this.#embedding || this.#closing.signal.aborted) return;
    this.#embedding = this.#embedQuestions(turns)
      .catch((error: unknown) => {
        if (!this.#closing.signal.aborted)
          this.#options.context.log.error({ err: error }, 'failed to embed unanswered questions');
      })
      .finally(() => (this.#embedding = undefined));
  }

  /** Questions of another period wait for the next request. */
  async #embedQuestions(turns: readonly number[]): Promise<void> {
    const { orgId, embedder, events } = this.#options;
    const { signal } = this.#closing;
    const { fingerprint, dimensions } = embedder;
    /** By the text of the question, because many recipients ask the same. */
    const embedded = new Map<string, Uint8Array>();
    for (let from = 0; from < turns.length; from += embedBatchSize) {
      await yieldToEventLoop();
      signal.throwIfAborted();
      const pending = listQuestionTexts(this.#db, turns.slice(from, from + embedBatchSize));
      const questions: { readonly turn: number; readonly question: string }[] = [];
      for (const { turn, text } of pending) {
        await yieldToEventLoop(); // interpreting a turn takes a while
        questions.push({ turn, question: findQuestion(text).question });
      }
      if (embedded.size > comparedQuestionsMax) embedded.clear(); // a limit of the memory
      const distinct = [...new Set(questions.map(({ question }) => question))];
      const unknown = distinct.filter((question) => !embedded.has(question));
      const tokenIds: (readonly number[])[] = [];
      for (const question of unknown) {
        await yieldToEventLoop(); // so does splitting it into tokens
        tokenIds.push(embedder.encode(question));
      }
      const vectors = await embedder.embed(tokenIds, { signal, lane: 'knowledge gaps' });
      signal.throwIfAborted();
      for (const [index, question] of unknown.entries())
        embedded.set(question, new Uint8Array(vectors.buffer, index * dimensions * 4, dimensions * 4));
      this.#db.bulkTransaction(() => {
        for (const { turn, question } of questions) {
          const embedding = embedded.get(question);
          if (embedding) storeQuestionEmbedding(this.#db, turn, fingerprint, embedding);
        }
        events.publish({ type: 'knowledge_gaps.changed' }, orgId);
      });
    }
  }
}

/** Returns undefined if all of its questions were resolved or deleted meanwhile. */
function describeGap(db: Database, orgId: string, turns: readonly number[]): KnowledgeGap | undefined {
  const latest = turns.toSorted((a, b) => b - a).slice(0, gapCallsMax);
  const calls = latest.flatMap((turn) => findOpenQuestion(db, orgId, turn) ?? []);
  const representative = findOpenQuestion(db, orgId, turns[0] ?? 0) ?? calls[0];
  if (!representative) return undefined;
  return {
    question: findQuestion(representative.text).question,
    count: turns.length,
    question_ids: turns.map(formatQuestionId),
    calls: calls.map(({ turn, call_id, agent_name, recipient_number, asked_at, start_ms, text }) => ({
      call_id,
      agent_name,
      recipient_number,
      asked_at: formatTimestamp(asked_at),
      position: turn % maxTurnsPerCall,
      start_seconds: start_ms / 1000,
      question: findQuestion(text).question,
    })),
  };
}
