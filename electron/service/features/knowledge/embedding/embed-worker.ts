import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { EmbeddingRuntime, EmbedReply, EmbedRequest, EmbedWorkerData } from './embed-protocol.ts';
import { embeddingDimensions } from './model.ts';
import { createOnnxRuntime, loadOnnxRuntime } from './onnx-runtime.ts';
import { createWasmRuntime } from './wasm-runtime.ts';

if (!parentPort) throw new Error('This module runs only as a worker.');
const port = parentPort;

type EmbedJob = {
  readonly jobId: number;
  readonly tokenIds: Int32Array;
  readonly lengths: Int32Array;
  readonly vectors: Float32Array<ArrayBuffer>;
  embeddedCount: number;
  tokenOffset: number;
};

/** Queries run first, even before the rest of an ingest job that has started. */
const queues: Readonly<Record<'query' | 'ingest', EmbedJob[]>> = { query: [], ingest: [] };
let isRunning = false;

// Untyped by Node; only embedder.ts starts this worker.
const { modelDir, runtime: runtimeChoice, threads } = workerData as EmbedWorkerData;
const embedText = await createRuntime();

port.on('message', (request: EmbedRequest) => {
  if (request.kind === 'close') {
    for (const queue of Object.values(queues)) queue.length = 0;
    port.close();
    return;
  }
  if (request.kind === 'cancel') {
    removeJob(request.jobId);
    return;
  }
  const { jobId, priority, tokenIds, lengths } = request;
  const vectors = new Float32Array(lengths.length * embeddingDimensions);
  queues[priority].push({ jobId, tokenIds, lengths, vectors, embeddedCount: 0, tokenOffset: 0 });
  if (!isRunning) void runQueues();
});

async function createRuntime(): Promise<EmbeddingRuntime> {
  if (runtimeChoice === 'wasm') return createWasmRuntime();
  const onnxRuntime = await loadOnnxRuntime();
  if (onnxRuntime) return createOnnxRuntime(onnxRuntime, modelDir, threads);
  if (runtimeChoice === 'onnx') throw new Error('onnxruntime-node has no binary for this system.');
  return createWasmRuntime();
}

async function runQueues(): Promise<void> {
  isRunning = true;
  for (let job = getNextJob(); job; job = getNextJob()) {
    try {
      await embedNextText(job);
      if (job.embeddedCount === job.lengths.length) {
        removeJob(job.jobId);
        postReply({ kind: 'embedded', jobId: job.jobId, vectors: job.vectors }, [job.vectors.buffer]);
      }
    } catch (error) {
      removeJob(job.jobId);
      postReply({ kind: 'failed', jobId: job.jobId, error });
    }
    // A query or a cancellation may have arrived in the meantime.
    await yieldToEventLoop();
  }
  isRunning = false;
}

function getNextJob(): EmbedJob | undefined {
  return queues.query[0] ?? queues.ingest[0];
}

async function embedNextText(job: EmbedJob): Promise<void> {
  const length = job.lengths[job.embeddedCount] ?? 0;
  const vector = await embedText(job.tokenIds.subarray(job.tokenOffset, job.tokenOffset + length));
  job.vectors.set(vector, job.embeddedCount * embeddingDimensions);
  job.tokenOffset += length;
  job.embeddedCount += 1;
}

function removeJob(jobId: number): void {
  for (const queue of Object.values(queues)) {
    const index = queue.findIndex((job) => job.jobId === jobId);
    if (index >= 0) queue.splice(index, 1);
  }
}

function postReply(message: EmbedReply, transfer: readonly ArrayBuffer[] = []): void {
  port.postMessage(message, transfer);
}
