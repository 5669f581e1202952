import { Worker } from 'node:worker_threads';
import { resolveWorkerUrl } from '../workers/resolve-worker-url.ts';
import { WorkerClient } from '../workers/worker-client.ts';

/** American and British English; the British dictionary serves the other countries of the Commonwealth. */
export const spellingLanguages = ['en-US', 'en-GB'] as const;

export type SpellingLanguage = (typeof spellingLanguages)[number];

export type SpellingProtocol = {
  /** Returns the words that are not in the dictionary. */
  readonly check: { readonly input: readonly string[]; readonly result: readonly string[] };
  /** Returns the most similar words, the best first. */
  readonly suggest: { readonly input: string; readonly result: readonly string[] };
};

/** Afterwards the worker is stopped, to free the memory of the dictionary. */
const idleTimeoutMs = 5 * 60_000;

/** Checks words with a Hunspell dictionary in a worker, because reading it takes a quarter of a second. */
export class SpellingDictionary {
  readonly #client: WorkerClient<SpellingProtocol>;

  constructor(language: SpellingLanguage) {
    this.#client = new WorkerClient<SpellingProtocol>({
      label: 'spelling worker',
      startWorker: () =>
        new Worker(resolveWorkerUrl('spelling-worker', import.meta.url), { name: 'spelling', workerData: language }),
      idleTimeoutMs,
      toError: ({ message }) => new Error(`The spelling could not be checked: ${message}`),
    });
  }

  check(words: readonly string[]): Promise<readonly string[]> {
    return this.#client.request('check', words);
  }

  suggest(word: string): Promise<readonly string[]> {
    return this.#client.request('suggest', word);
  }

  close(): Promise<void> {
    return this.#client.close(new Error('The dictionary was closed.'));
  }
}
