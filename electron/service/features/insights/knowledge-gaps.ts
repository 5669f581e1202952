// Public: other features may import this file.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import {
  comparedQuestionsMax,
  gapCallsMax,
  gapCallsPageSize,
  knowledgeGapsMax,
  type KnowledgeGap,
  type KnowledgeGapCall,
  type KnowledgeGapList,
} from '../../../../shared/insights/knowledge-gaps.ts';
import { formatTimestamp } from '../../../../shared/contract/timestamp.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import { maxTurnsPerCall } from '../calls/turn-queries.ts';
import type { Embedder } from '../knowledge/embedding/embedder.ts';
import { BackgroundTask } from './background-task.ts';
import { sameQuestionCosine } from './cluster-questions.ts';
import {
  countOpenQuestions,
  findOpenQuestion,
  listEmbeddedQuestions,
  listOpenQuestions,
  listQuestionTexts,
  storeQuestionEmbedding,
  type GapQuestion,
} from './gap-queries.ts';
import type { InsightScope } from './insight-queries.ts';
import type { QuestionThread } from './question-thread.ts';

/** Vectors read at a time, so that the main thread is never blocked for long. */
const readBatchSize = 100;

/** Questions embedded and stored at a time. */
const embedBatchSize = 32;

type KnowledgeGapsOptions = {
  readonly orgId: string;
  readonly thread: QuestionThread;
  readonly embedder: Pick<Embedder, 'dimensions' | 'embed' | 'encode' | 'fingerprint'>;
  readonly events: EventPublisher;
  readonly context: Pick<Context, 'log'>;
};

/**
 * Groups the questions of recipients that the documents did not answer. Each question is embedded once, when the gaps are first
 * asked for, after all documents that wait.
 */
export class KnowledgeGaps {
  readonly #db: Database;
  readonly #options: KnowledgeGapsOptions;
  readonly #embedding: BackgroundTask;

  constructor(db: Database, options: KnowledgeGapsOptions) {
    this.#db = db;
    this.#options = options;
    this.#embedding = new BackgroundTask(options.context.log, 'failed to embed unanswered questions');
  }

  /** Returns the gaps of a period. Questions that are not embedded yet are only counted, and embedded afterwards. */
  async list(scope: InsightScope): Promise<KnowledgeGapList> {
    const open = listOpenQuestions(this.#db, scope, comparedQuestionsMax);
    await yieldToEventLoop();
    const { turns, vectors } = await this.#readVectors(open);
    const known = new Set(turns);
    const pending = open.filter((turn) => !known.has(turn));
    if (pending.length > 0 && !this.#db.isReadOnly) this.#embedding.start(() => this.#embedQuestions(pending));
    const { thread, embedder } = this.#options;
    const input = { vectors, dimensions: embedder.dimensions, threshold: sameQuestionCosine };
    const clusters = await thread.cluster(input, this.#embedding.signal);
    const gaps = clusters.map((members) => members.map((index) => turns[index] ?? 0));
    return {
      data: await this.#describeGaps(scope.orgId, gaps.slice(0, knowledgeGapsMax)),
      total: gaps.length,
      question_count: open.length < comparedQuestionsMax ? open.length : countOpenQuestions(this.#db, scope),
      pending_count: pending.length,
    };
  }

  /** Returns the calls of some questions, by their turns: a page of them, latest first, without the questions that are not open. */
  async listCalls(orgId: string, turns: readonly number[], offset: number): Promise<KnowledgeGapCall[]> {
    const latest = [...new Set(turns)].toSorted((a, b) => b - a).slice(offset, offset + gapCallsPageSize);
    const calls = latest.flatMap((turn) => findOpenQuestion(this.#db, orgId, turn) ?? []);
    const texts = calls.map(({ text }) => text);
    const questions = await this.#options.thread.findQuestions(texts, this.#embedding.signal);
    return calls.map((call, index) => describeCall(call, questions[index] ?? call.text));
  }

  /** Resolves when no question is being embedded. */
  async whenIdle(): Promise<void> {
    await this.#embedding.whenIdle();
  }

  async close(): Promise<void> {
    await this.#embedding.close();
  }

  /** Returns the vectors of the questions that have one, in the order of the questions. */
  async #readVectors(open: readonly number[]) {
    const { dimensions, fingerprint } = this.#options.embedder;
    const turns: number[] = [];
    const vectors = new Float32Array(open.length * dimensions);
    const bytes = new Uint8Array(vectors.buffer);
    for (let from = 0; from < open.length; from += readBatchSize) {
      await yieldToEventLoop();
      this.#embedding.signal.throwIfAborted();
      const batch = open.slice(from, from + readBatchSize);
      const rows = listEmbeddedQuestions(this.#db, batch, fingerprint);
      const embeddings = new Map(rows.map(({ turn, embedding }) => [turn, embedding]));
      for (const turn of batch) {
        const embedding = embeddings.get(turn);
        if (embedding) bytes.set(embedding, turns.push(turn) * dimensions * 4 - dimensions * 4);
      }
    }
    return { turns, vectors: turns.length === open.length ? vectors : vectors.slice(0, turns.length * dimensions) };
  }

  async #describeGaps(orgId: string, gaps: readonly (readonly number[])[]): Promise<KnowledgeGap[]> {
    const found: FoundGap[] = [];
    for (const turns of gaps) {
      await yieldToEventLoop();
      this.#embedding.signal.throwIfAborted();
      const gap = findGap(this.#db, orgId, turns);
      if (gap) found.push(gap);
    }
    const texts = [
      ...new Set(found.flatMap(({ representative, calls }) => [representative, ...calls].map(({ text }) => text))),
    ];
    const questions = await this.#options.thread.findQuestions(texts, this.#embedding.signal);
    const questionByText = new Map(texts.map((text, index) => [text, questions[index] ?? text]));
    return found.map((gap) => describeGap(gap, ({ text }) => questionByText.get(text) ?? text));
  }

  /** Questions of another period wait for the next request. */
  async #embedQuestions(turns: readonly number[]): Promise<void> {
    const { orgId, thread, embedder, events } = this.#options;
    const { signal } = this.#embedding;
    const { fingerprint, dimensions } = embedder;
    /** By the text of the question, because many recipients ask the same. */
    const embedded = new Map<string, Uint8Array>();
    for (let from = 0; from < turns.length; from += embedBatchSize) {
      await yieldToEventLoop();
      signal.throwIfAborted();
      const pending = listQuestionTexts(this.#db, turns.slice(from, from + embedBatchSize));
      const found = await thread.findQuestions(
        pending.map(({ text }) => text),
        signal,
      );
      const questions = pending.map(({ turn, text }, index) => ({ turn, question: found[index] ?? text }));
      if (embedded.size > comparedQuestionsMax) embedded.clear(); // a limit of the memory
      const distinct = [...new Set(questions.map(({ question }) => question))];
      const unknown = distinct.filter((question) => !embedded.has(question));
      const tokenIds: (readonly number[])[] = [];
      for (const question of unknown) {
        await yieldToEventLoop(); // splitting it into tokens takes a while
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

/** The turns of a gap, its representative question, and its latest calls. */
type FoundGap = {
  readonly turns: readonly number[];
  readonly representative: GapQuestion;
  readonly calls: readonly GapQuestion[];
};

/** Returns undefined if all questions of a gap were resolved or deleted meanwhile. */
function findGap(db: Database, orgId: string, turns: readonly number[]): FoundGap | undefined {
  const latest = turns.toSorted((a, b) => b - a).slice(0, gapCallsMax);
  const calls = latest.flatMap((turn) => findOpenQuestion(db, orgId, turn) ?? []);
  const representative = findOpenQuestion(db, orgId, turns[0] ?? 0) ?? calls[0];
  return representative && { turns, representative, calls };
}

function describeGap(
  { turns, representative, calls }: FoundGap,
  getQuestion: (asked: GapQuestion) => string,
): KnowledgeGap {
  return {
    question: getQuestion(representative),
    count: turns.length,
    question_ids: turns.map(formatQuestionId),
    calls: calls.map((call) => describeCall(call, getQuestion(call))),
  };
}

function describeCall(asked: GapQuestion, question: string): KnowledgeGapCall {
  return {
    call_id: asked.call_id,
    agent_name: asked.agent_name,
    recipient_number: asked.recipient_number,
    asked_at: formatTimestamp(asked.asked_at),
    position: asked.turn % maxTurnsPerCall,
    start_seconds: asked.start_ms / 1000,
    question,
  };
}

/** A question has the id of its turn. */
function formatQuestionId(turn: number): string {
  return `qst_${turn}`;
}

/** Returns the turn of a question, or null if no question has this id. */
export function parseQuestionId(id: string): number | null {
  const [, digits] = /^qst_(\d{1,15})$/.exec(id) ?? [];
  return digits === undefined ? null : Number(digits);
}
