// Public: other features may import this file.
import { Worker } from 'node:worker_threads';
import type { Speaker } from '../../../../shared/calls/calls.ts';
import { resolveWorkerUrl } from '../../platform/workers/worker-protocol.ts';
import { WorkerClient } from '../../platform/workers/worker-client.ts';
import type { TurnTime } from './estimate-turn-times.ts';

export type AnalysisInput = {
  /** The path of the MP3. */
  readonly path: string;
  /** The transcript whose times are to be estimated; empty if they are known. */
  readonly turns: readonly { readonly speaker: Speaker; readonly text: string }[];
};

export type RecordingAnalysis = {
  readonly durationSeconds: number;
  /** The loudest sample of each time window, 0 to 255: agent, then recipient. Both are equal if the recording is mono. */
  readonly peaks: { readonly perSecond: number; readonly channels: readonly [Uint8Array, Uint8Array] };
  readonly turnTimes: readonly TurnTime[];
};

export type AnalyzerProtocol = {
  readonly analyze: { readonly input: AnalysisInput; readonly result: RecordingAnalysis };
};

/** Reads recordings that were made elsewhere, in a worker thread that ends when it has nothing to do. */
export class RecordingAnalyzer {
  readonly #client = new WorkerClient<AnalyzerProtocol>({
    label: 'recording analyzer',
    startWorker: () =>
      new Worker(resolveWorkerUrl('recording-analyzer-worker', import.meta.url), { name: 'recording-analyzer' }),
    idleTimeoutMs: 30_000,
  });

  /** Rejects if the file cannot be decoded, and with the reason of the signal. */
  analyze(input: AnalysisInput, signal?: AbortSignal): Promise<RecordingAnalysis> {
    return this.#client.request('analyze', input, signal && { signal });
  }

  close(): Promise<void> {
    return this.#client.close(new Error('The recording analyzer was closed.'));
  }
}
