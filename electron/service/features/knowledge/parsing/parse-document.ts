import { Worker } from 'node:worker_threads';
import { resolveWorkerUrl } from '../../../platform/workers/resolve-worker-url.ts';
import type { DocumentKind } from '../../../../../shared/knowledge.ts';
import type { ParsedChunk } from './pack-chunks.ts';
import { ParseError } from './parse-error.ts';
import { defaultParseLimits, type ParseLimits } from './parse-limits.ts';
import { createWatchdog } from './watchdog.ts';
import type { PageAck, ParseMessage, ParseTask } from './parse-protocol.ts';

export type { ParsedChunk } from './pack-chunks.ts';

export type ParsedPage = {
  /** Page of a PDF, from 1. */
  readonly page: number | null;
  /** The heading of a DOCX under which the text stands. */
  readonly heading: string | null;
  readonly text: string;
  readonly chunks: readonly ParsedChunk[];
};

export type ParseProgress = {
  /** Pages, or blocks where the document has none, read so far, this one included. */
  readonly page: number;
  /** Pages in the whole document, where it has pages. */
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
  /** Called for one page after the other, in order; the parser waits a few pages ahead of a promise that is pending. */
  readonly onPage: (page: ParsedPage, progress: ParseProgress) => void | Promise<void>;
};

/** Enough that the parser works while a page is taken, little enough that the pages in between weigh nothing. */
const maxPendingPages = 8;

/**
 * Parses a document in a thread of its own and hands over its pages. Rejects with a ParseError for the document's own faults,
 * with the signal's reason when it is aborted, and with the error of `onPage`; the thread has ended by then.
 */
export async function parseDocument(options: ParseOptions): Promise<ParsedSummary> {
  const { path, kind, title = null, signal, limits, onPage } = options;
  signal.throwIfAborted();
  const all = { ...defaultParseLimits, ...limits };
  const task: ParseTask = { path, kind, title, limits: all, maxPendingPages: maxPendingPages };
  const worker = new Worker(resolveWorkerUrl('parse-worker', import.meta.url), {
    name: 'parse',
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: all.heapMb, maxYoungGenerationSizeMb: 32 },
    // Libraries print warnings about documents; they belong in no log.
    stdout: true,
    stderr: true,
  });
  try {
    return await receivePages(worker, all, signal, onPage);
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
    let received = 0;
    let waiting = 0;
    let taken: Promise<void> = Promise.resolve();

    const take = async (page: ParsedPage, progress: ParseProgress) => {
      if (isSettled) return;
      await onPage(page, progress);
      waiting -= 1;
      watchdog.resume();
      worker.postMessage({ type: 'taken' } satisfies PageAck, []);
    };

    const receive = (message: ParseMessage) => {
      if (message.type === 'failed') {
        taken.then(
          () => fail(new ParseError(message.code, message.message, { cause: new Error(message.reason) })),
          fail,
        );
      } else if (message.type === 'done') {
        watchdog.stop();
        taken.then(() => resolve({ pageCount, chunkCount, textChars }), fail).finally(settle);
        // Under `node --watch`, Node itself puts in messages of its own.
      } else if (message.type === 'page') {
        received += 1;
        waiting += 1;
        pageCount = message.pageCount;
        chunkCount += message.page.chunks.length;
        textChars += message.page.text.length;
        watchdog.resetPageTimer();
        if (waiting >= maxPendingPages) watchdog.pause();
        const progress = { page: received, pages: pageCount };
        taken = taken.then(() => take(message.page, progress));
        taken.catch(fail);
      }
    };

    signal.addEventListener('abort', abort, { once: true });
    worker.on('message', receive);
    worker.on('error', (cause) => fail(createCrashError(cause)));
    worker.on('exit', () =>
      taken.then(() => fail(createCrashError(new Error('The thread ended without a word'))), fail),
    );
  });
}

function createCrashError(cause: unknown): ParseError {
  return new ParseError(
    'too_complex',
    'The document needs more memory than a document may take. Split it, or save it anew, and upload that.',
    { cause },
  );
}
