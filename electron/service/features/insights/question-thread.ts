// Public: other features may import this file.
import { Worker } from 'node:worker_threads';
import { resolveWorkerUrl } from '../../platform/workers/worker-protocol.ts';
import { WorkerClient } from '../../platform/workers/worker-client.ts';
import { findTurnQuestion } from '../simulation/understanding/find-question.ts';
import type { ClusterInput, Clusters } from './cluster-questions.ts';

/** Requests to the thread. */
export type QuestionProtocol = {
  readonly cluster: { readonly input: ClusterInput; readonly result: Clusters };
  /** Turns, and the question of each. */
  readonly find: { readonly input: readonly string[]; readonly result: readonly string[] };
};

/** The thread is started again when it is needed the next time. */
const idleMs = 60_000;

/**
 * A worker thread that interprets what recipients said, and groups their questions: the first turn alone takes 20 ms, in which its
 * patterns are compiled.
 */
export class QuestionThread {
  readonly #worker = new WorkerClient<QuestionProtocol>({
    label: 'question worker',
    startWorker: () => new Worker(resolveWorkerUrl('question-worker', import.meta.url), { name: 'questions' }),
    idleTimeoutMs: idleMs,
  });

  /** Moves the vectors to the thread: they cannot be used afterwards. */
  async cluster(
    input: ClusterInput & { readonly vectors: Float32Array<ArrayBuffer> },
    signal: AbortSignal,
  ): Promise<Clusters> {
    if (input.vectors.length === 0) return [];
    return this.#worker.request('cluster', input, { signal, transfer: [input.vectors.buffer] });
  }

  /** Returns the question of each turn without introductory words. Does not wait for questions that are being grouped. */
  async findQuestions(turns: readonly string[], signal: AbortSignal): Promise<readonly string[]> {
    return turns.length === 0 ? [] : this.#worker.request('find', turns, { signal, lane: 'find' });
  }

  async close(): Promise<void> {
    await this.#worker.close(new Error('The workspace was closed.'));
  }
}

/** Returns the question of a turn without introductory words, and what the recipient said before it. */
export function findQuestion(text: string): { readonly question: string; readonly remark: string } {
  const question = findTurnQuestion(text) ?? text;
  const capitalized = question.charAt(0).toUpperCase() + question.slice(1);
  return { question: capitalized, remark: text.slice(0, Math.max(0, text.indexOf(question))).trim() };
}
