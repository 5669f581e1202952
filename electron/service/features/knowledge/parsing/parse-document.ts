import { Worker } from 'node:worker_threads';
import { resolveWorkerUrl } from '../../../platform/workers/resolve-worker-url.ts';
import type { DocumentKind } from '../../../../../shared/knowledge.ts';
import { createTooComplexError, ParseError } from './parse-error.ts';
import { defaultParseLimits, type ParseLimits } from './parse-limits.ts';
import { createWatchdog } from './watchdog.ts';
import type { PageAck, ParsedPage, ParseMessage, ParseTask } from './parse-protocol.ts';

export type ParseProgress = {
  /** Pages parsed so far, or blocks if the document has no pages. */
  readonly page: number;
  /** Pages in the document; null if it has no pages. */
  readonly pages: number | null;
};

export type ParsedSummary = {
  /** Pages of a PDF. */
  readonly pageCount: number | null;
  readonly chunkCount: number;
  readonly textChars: number;
};

type ParseOptions = {
  readonly path: string;
  readonly kind: DocumentKind;
  readonly title?: string;
  readonly signal: AbortSignal;
  readonly limits?: Partial<ParseLimits>;
  /** Called for each page in order, one at a time. While a call is pending, the parser continues for a few pages. */
  readonly onPage: (page: ParsedPage, progress: ParseProgress) => void | Promise<void>;
};

/** Enough that the parser can work while a page is processed, but few enough to use little memory. */
const maxPendingPages = 8;

/**
 * Parses a document in a separate thread. Rejects with a ParseError if the document cannot be parsed, with the reason of the
 * signal if it is aborted, and with the error of `onPage`. When the promise settles, the thread has ended.
 */
export async function parseDocument(options: ParseOptions): Promise<ParsedSummary> {
  const { path, kind, title = null, signal, limits, onPage } = options;
  signal.throwIfAborted();
  const mergedLimits = { ...defaultParseLimits, ...limits };
  const task: ParseTask = { path, kind, title, limits: mergedLimits, maxPendingPages };
  const worker = new Worker(resolveWorkerUrl('parse-worker', import.meta.url), {
    name: 'parse',
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: mergedLimits.heapMb, maxYoungGenerationSizeMb: 32 },
    // Discards warnings that libraries print about documents.
    stdout: true,
    stderr: true,
  });
  try {
    return await receivePages(worker, mergedLimits, signal, onPage);
  } finally {
    await worker.terminate();
  }
}

function receivePages(
  worker: Worker,
  limits: ParseLimits,
  signal: AbortSignal,
  onPage: ParseOptions['onPage'],
): Promise<ParsedSummary> {
  return new Promise((resolve, reject) => {
    const abort = () => fail(signal.reason);
    const watchdog = createWatchdog(limits, (error) => fail(error));
    let isSettled = false;
    const settle = () => {
      isSettled = true;
      watchdog.stop();
      signal.removeEventListener('abort', abort);
    };
    function fail(error: unknown): void {
      if (isSettled) return;
      settle();
      reject(error);
    }

    let pageCount: number | null = null;
    let chunkCount = 0;
    let textChars = 0;
    let receivedCount = 0;
    let pendingCount = 0;
    let pendingPages: Promise<void> = Promise.resolve();

    const deliverPage = async (page: ParsedPage, progress: ParseProgress) => {
      if (isSettled) return;
      await onPage(page, progress);
      pendingCount -= 1;
      watchdog.resume();
      worker.postMessage({ type: 'page_ack' } satisfies PageAck, []);
    };

    const handleMessage = (message: ParseMessage) => {
      if (message.type === 'failed') {
        pendingPages.then(
          () => fail(new ParseError(message.code, message.message, { cause: new Error(message.reason) })),
          fail,
        );
      } else if (message.type === 'done') {
        watchdog.stop();
        pendingPages.then(() => resolve({ pageCount, chunkCount, textChars }), fail).finally(settle);
        // `node --watch` sends other messages.
      } else if (message.type === 'page') {
        receivedCount += 1;
        pendingCount += 1;
        pageCount = message.pageCount;
        chunkCount += message.page.chunks.length;
        textChars += message.page.text.length;
        watchdog.resetPageTimer();
        if (pendingCount >= maxPendingPages) watchdog.pause();
        const progress = { page: receivedCount, pages: pageCount };
        pendingPages = pendingPages.then(() => deliverPage(message.page, progress));
        pendingPages.catch(fail);
      }
    };

    signal.addEventListener('abort', abort, { once: true });
    worker.on('message', handleMessage);
    // A worker that reaches its memory limit emits an error.
    worker.on('error', (cause) => fail(createTooComplexError(cause)));
    worker.on('exit', () =>
      pendingPages.then(
        () => fail(createTooComplexError(new Error('The parser thread exited without a result.'))),
        fail,
      ),
    );
  });
}
