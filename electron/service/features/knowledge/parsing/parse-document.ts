import { Worker } from 'node:worker_threads';
import { resolveWorkerUrl } from '../../../platform/workers/resolve-worker-url.ts';
import type { DocumentKind } from '../../../../../shared/knowledge.ts';
import { createTooComplexError, ParseError } from './parse-error.ts';
import { defaultParseLimits, type ParseLimits } from './parse-limits.ts';
import { createWatchdog } from './watchdog.ts';
import type { SectionAck, ParsedSection, ParseMessage, ParseTask } from './parse-protocol.ts';

export type ParseProgress = {
  /** Pages parsed so far, or sections if the document has no pages. */
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
  /** Called for each section in order, one at a time. While a call is pending, the parser continues for a few sections. */
  readonly onSection: (section: ParsedSection, progress: ParseProgress) => void | Promise<void>;
};

/** Enough that the parser can work while a section is processed, but few enough to use little memory. */
const maxPendingSections = 8;

/**
 * Parses a document in a separate thread. Rejects with a ParseError if the document cannot be parsed, with the reason of the
 * signal if it is aborted, and with the error of `onSection`. When the promise settles, the thread has ended.
 */
export async function parseDocument(options: ParseOptions): Promise<ParsedSummary> {
  const { path, kind, title = null, signal, limits, onSection } = options;
  signal.throwIfAborted();
  const mergedLimits = { ...defaultParseLimits, ...limits };
  const task: ParseTask = { path, kind, title, limits: mergedLimits, maxPendingSections };
  const worker = new Worker(resolveWorkerUrl('parse-worker', import.meta.url), {
    name: 'parse',
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: mergedLimits.heapMb, maxYoungGenerationSizeMb: 32 },
    // Discards warnings that libraries print about documents.
    stdout: true,
    stderr: true,
  });
  try {
    return await receiveSections(worker, mergedLimits, signal, onSection);
  } finally {
    await worker.terminate();
  }
}

function receiveSections(
  worker: Worker,
  limits: ParseLimits,
  signal: AbortSignal,
  onSection: ParseOptions['onSection'],
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
    let pendingSections: Promise<void> = Promise.resolve();

    const deliverSection = async (section: ParsedSection, progress: ParseProgress) => {
      if (isSettled) return;
      await onSection(section, progress);
      pendingCount -= 1;
      watchdog.resume();
      worker.postMessage({ type: 'section_ack' } satisfies SectionAck, []);
    };

    const handleMessage = (message: ParseMessage) => {
      if (message.type === 'failed') {
        pendingSections.then(
          () => fail(new ParseError(message.code, message.message, { cause: new Error(message.reason) })),
          fail,
        );
      } else if (message.type === 'done') {
        watchdog.stop();
        pendingSections.then(() => resolve({ pageCount, chunkCount, textChars }), fail).finally(settle);
        // `node --watch` sends other messages.
      } else if (message.type === 'section') {
        receivedCount += 1;
        pendingCount += 1;
        pageCount = message.pageCount;
        chunkCount += message.section.chunks.length;
        textChars += message.section.text.length;
        watchdog.resetSectionTimer();
        if (pendingCount >= maxPendingSections) watchdog.pause();
        const progress = { page: receivedCount, pages: pageCount };
        pendingSections = pendingSections.then(() => deliverSection(message.section, progress));
        pendingSections.catch(fail);
      }
    };

    signal.addEventListener('abort', abort, { once: true });
    worker.on('message', handleMessage);
    // A worker that reaches its memory limit emits an error.
    worker.on('error', (cause) => fail(createTooComplexError(cause)));
    worker.on('exit', () =>
      pendingSections.then(
        () => fail(createTooComplexError(new Error('The parser thread exited without a result.'))),
        fail,
      ),
    );
  });
}
