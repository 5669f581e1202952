// Public: other features may import this file.
import { createProcessPool, type PooledProcess, type TaskOutcome } from '../../../platform/processes/process-pool.ts';
import type { StartProcess } from '../../../platform/processes/start-process.ts';
import { resolveWorkerUrl } from '../../../platform/workers/worker-protocol.ts';
import type { DocumentKind } from '../../../../../shared/knowledge/knowledge.ts';
import {
  createTimeoutError,
  createTooComplexError,
  ParseError,
  defaultParseLimits,
  type ParseLimits,
  type ParsedSection,
  type ProcessMessage,
  type ParseRequest,
} from './parse-protocol.ts';

/** Parses documents in child processes (`parse-process.ts`), so that a document can only end the process that parses it. */
export type Parser = {
  /**
   * Rejects with a ParseError if the document cannot be parsed, with the reason of the signal if it is aborted, and with the
   * error of `onSection`. When the promise settles, no process reads the file.
   */
  readonly parse: (options: ParseOptions) => Promise<ParsedSummary>;
  /** Ends all processes. */
  readonly close: () => Promise<void>;
};

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

export type ParseOptions = {
  readonly path: string;
  readonly kind: DocumentKind;
  readonly title?: string;
  readonly signal: AbortSignal;
  /** Called for each section in order, one at a time. While a call is pending, the parser continues for a few sections. */
  readonly onSection: (section: ParsedSection, progress: ParseProgress) => void | Promise<void>;
};

export type ParserOptions = {
  readonly startProcess: StartProcess;
  readonly limits?: Partial<ParseLimits>;
};

/** A process that ends before it has started to parse, for example because the system is short of memory, is not the document's fault. */
const maxStarts = 3;

export function createParser({ startProcess, limits }: ParserOptions): Parser {
  const mergedLimits = { ...defaultParseLimits, ...limits };
  const processes = createProcessPool<ParseRequest, ProcessMessage>({
    startProcess,
    name: 'Switchboard parser',
    entry: resolveWorkerUrl('parse-process', import.meta.url),
    args: [JSON.stringify(mergedLimits)],
  });
  return {
    async parse(options) {
      for (let starts = 1; ; starts += 1) {
        options.signal.throwIfAborted();
        try {
          const result = await processes.run((process) => receiveSections(process, mergedLimits, options));
          if (result instanceof ParseError) throw result;
          return result;
        } catch (error) {
          if (!(error instanceof ParserNotStartedError) || starts >= maxStarts) throw error;
        }
      }
    },
    close: processes.close,
  };
}

/** The process ended before it began with the document. */
class ParserNotStartedError extends Error {
  override readonly name = 'ParserNotStartedError';
}

/** Enough that the parser can work while a section is processed, but few enough to use little memory. */
const maxPendingSections = 8;

/**
 * Gives a document to a parser process and receives its sections. Rejects if the process must be ended: with the reason of
 * the signal, the error of `onSection`, a ParseError if the document exceeds the limits or ended the process, or
 * ParserNotStartedError.
 */
function receiveSections(
  process: PooledProcess<ParseRequest, ProcessMessage>,
  limits: ParseLimits,
  { path, kind, title, signal, onSection }: ParseOptions,
): Promise<TaskOutcome<ParsedSummary | ParseError>> {
  return new Promise((resolve, reject) => {
    let pageCount: number | null = null;
    const abort = () => fail(signal.reason);
    const watchdog = createWatchdog(limits.sectionElapsedMs, () => fail(createTimeoutError()));
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

    let hasStarted = false;
    let hasFinished = false;
    let chunkCount = 0;
    let textChars = 0;
    let receivedCount = 0;
    let pendingCount = 0;
    let pendingSections: Promise<void> = Promise.resolve();

    /** Settles when all received sections have been processed. */
    const finish = (createOutcome: () => TaskOutcome<ParsedSummary | ParseError>) => {
      hasFinished = true;
      watchdog.stop();
      pendingSections.then(() => resolve(createOutcome()), fail).finally(settle);
    };

    const deliverSection = async (section: ParsedSection, progress: ParseProgress) => {
      if (isSettled) return;
      await onSection(section, progress);
      pendingCount -= 1;
      watchdog.resume();
      process.send({ type: 'section_ack' });
    };

    const handleMessage = (message: ProcessMessage) => {
      switch (message.type) {
        case 'started':
          hasStarted = true;
          break;
        case 'section': {
          receivedCount += 1;
          pendingCount += 1;
          pageCount = message.pageCount;
          chunkCount += message.section.chunks.length;
          textChars += message.section.text.length;
          watchdog.reset();
          if (pendingCount >= maxPendingSections) watchdog.pause();
          // A section of what the whole document leaves out has no page.
          const progress = { page: Math.min(receivedCount, pageCount ?? Infinity), pages: pageCount };
          pendingSections = pendingSections.then(() => deliverSection(message.section, progress));
          pendingSections.catch(fail);
          break;
        }
        case 'done':
          finish(() => ({ result: { pageCount, chunkCount, textChars }, needsReplacement: message.needsReplacement }));
          break;
        case 'failed': {
          const { code, reason, needsReplacement } = message;
          const result = new ParseError(code, message.message, { cause: new Error(reason) });
          finish(() => ({ result, needsReplacement }));
        }
      }
    };

    const handleExit = (cause: Error) => {
      if (hasFinished) return;
      fail(
        hasStarted
          ? createTooComplexError(cause)
          : new ParserNotStartedError('The parser process ended before it began with the document.', { cause }),
      );
    };

    signal.addEventListener('abort', abort, { once: true });
    process.listen({ onMessage: handleMessage, onExit: handleExit });
    process.send({ type: 'parse', task: { path, kind, title: title ?? null, maxPendingSections } });
  });
}

const watchdogIntervalMs = 100;

/** Limits the time between the sections of a document. Time while the watchdog is paused does not count. */
type Watchdog = {
  /** Call this when the parser has finished a section. */
  readonly reset: () => void;
  readonly pause: () => void;
  readonly resume: () => void;
  readonly stop: () => void;
};

function createWatchdog(limitMs: number, onExceeded: () => void): Watchdog {
  let elapsedMs = 0;
  let isPaused = false;

  // Counts intervals instead of reading a clock, so that time in which the computer sleeps does not count.
  const timer = setInterval(() => {
    if (!isPaused) elapsedMs += watchdogIntervalMs;
    if (elapsedMs > limitMs) onExceeded();
  }, watchdogIntervalMs);
  timer.unref();

  return {
    reset: () => (elapsedMs = 0),
    pause: () => (isPaused = true),
    resume: () => (isPaused = false),
    stop: () => clearInterval(timer),
  };
}
