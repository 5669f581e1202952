import { statSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { connectToParent, killThisProcess } from '../../../platform/processes/connect-to-parent.ts';
import { resolveWorkerUrl } from '../../../platform/workers/worker-protocol.ts';
import {
  createTimeoutError,
  createTooComplexError,
  type ParseError,
  type ParseLimits,
  type ThreadMessage,
  type ParseRequest,
  type ProcessMessage,
  type ParseResult,
} from './parse-protocol.ts';

const checkIntervalMs = 25;
const maxDocuments = 100;
const megabyte = 1024 * 1024;

/**
 * Runs the parser process. It parses one document at a time in a thread, so that its main thread can always measure the
 * memory and CPU time and notice the end of the application. If the thread runs out of memory, V8 ends this process and no
 * other.
 */
function runParserProcess(limits: ParseLimits): void {
  // The service must answer requests while all processors are busy with parsing. Threads inherit the priority.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const startBytes = process.memoryUsage.rss();
  let worker = startWorker();
  let limitTimer: NodeJS.Timeout | undefined;
  let sectionCpuStart = 0;
  let documentCount = 0;

  const send: (message: ProcessMessage) => void = connectToParent((message) => {
    const request = message as ParseRequest; // parser.ts sends nothing else
    if (request.type === 'parse') startLimits(request.task.path);
    worker.postMessage(request);
  });

  function startWorker(): Worker {
    const started = new Worker(resolveWorkerUrl('parse-worker', import.meta.url), {
      name: 'parse',
      workerData: limits,
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMb, maxYoungGenerationSizeMb: limits.youngHeapMb },
      // Discards warnings that libraries print about documents.
      stdout: true,
      stderr: true,
    });
    started.on('message', (message: ThreadMessage) => {
      if (message.type === 'done' || message.type === 'failed') return finish(message);
      sectionCpuStart = readCpuMs();
      send(message);
    });
    // Also emitted when the thread reaches its memory limit. Without a document, the module itself is broken.
    started.on('error', (error) => {
      if (!limitTimer) throw error;
      fail(createTooComplexError(), String(error));
    });
    return started;
  }

  function fail({ code, message }: ParseError, reason: string): void {
    finish({ type: 'failed', code, message, reason });
  }

  function finish(result: ParseResult): void {
    clearInterval(limitTimer);
    limitTimer = undefined;
    documentCount += 1;
    // A failed document may have left work that is still running in the thread.
    if (result.type === 'failed') restartWorker();
    const grownMb = (process.memoryUsage.rss() - startBytes) / megabyte;
    // The thread may be in a computation that cannot be interrupted.
    const isStuck = result.type === 'failed' && result.code === 'timed_out';
    send({ ...result, needsReplacement: isStuck || documentCount >= maxDocuments || grownMb > limits.keptMemoryMb });
  }

  function restartWorker(): void {
    worker.removeAllListeners();
    void worker.terminate();
    worker = startWorker();
  }

  /**
   * Ends the process when it has grown too much, because V8's own limit does not include memory outside its heap. Fails the
   * document when it has used too much CPU time. The time of other threads of V8 counts too.
   */
  function startLimits(path: string): void {
    const fileBytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    const maxBytes = startBytes + limits.memoryMb * megabyte + fileBytes * limits.memoryPerFileByte;
    const cpuStart = readCpuMs();
    sectionCpuStart = cpuStart;
    limitTimer = setInterval(() => {
      if (process.memoryUsage.rss() > maxBytes) killThisProcess();
      const cpuMs = readCpuMs();
      if (cpuMs - cpuStart <= limits.totalCpuMs && cpuMs - sectionCpuStart <= limits.sectionCpuMs) return;
      fail(createTimeoutError(), `The CPU time was ${Math.round(cpuMs - cpuStart)} ms.`);
    }, checkIntervalMs);
  }
}

function readCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

runParserProcess(JSON.parse(process.argv[2] ?? '') as ParseLimits); // written by parser.ts
