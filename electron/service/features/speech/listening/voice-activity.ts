// Public: other features may import this file.
import { Worker } from 'node:worker_threads';
import { resolveWorkerUrl } from '../../../platform/workers/worker-protocol.ts';
import { WorkerClient } from '../../../platform/workers/worker-client.ts';

/** Samples at 16 kHz for which one probability is measured: 32 ms. */
export const frameSamples = 512;

export type VoiceActivityProtocol = {
  readonly measure: {
    readonly input: { readonly streamId: number; readonly samples: Float32Array };
    readonly result: readonly number[];
  };
  readonly end: { readonly input: { readonly streamId: number }; readonly result: void };
};

/** The microphone of one call. */
export type VoiceStream = {
  /** Returns the probability that each frame of 512 samples is speech. */
  readonly measure: (samples: Float32Array) => Promise<readonly number[]>;
  readonly close: () => void;
};

export type VoiceActivity = {
  readonly openStream: () => VoiceStream;
  readonly close: () => Promise<void>;
};

/**
 * Recognizes in a thread when somebody speaks. The thread starts with the first stream that measures. `startWorker` is for tests, which
 * observe the thread.
 */
export function createVoiceActivity(startWorker = startVoiceActivityWorker): VoiceActivity {
  const streams = new Set<number>();
  const client = new WorkerClient<VoiceActivityProtocol>({
    label: 'voice activity worker',
    startWorker,
    idleTimeoutMs: 30_000,
    isInUse: () => streams.size > 0,
    maxConsecutiveCrashes: 3,
  });
  let lastStreamId = 0;
  return {
    openStream: () => {
      const streamId = ++lastStreamId;
      streams.add(streamId);
      let hasMeasured = false;
      return {
        measure: (samples) => {
          hasMeasured = true;
          return client.request('measure', { streamId, samples }, { priority: 'interactive' });
        },
        close: () => {
          if (!streams.delete(streamId) || !hasMeasured) return;
          client.request('end', { streamId }).catch(() => undefined); // a thread that ended has forgotten the stream
        },
      };
    },
    close: () => client.close(new Error('The voice activity was closed.')),
  };
}

export function startVoiceActivityWorker(): Worker {
  return new Worker(resolveWorkerUrl('voice-activity-worker', import.meta.url), { name: 'voice activity' });
}
