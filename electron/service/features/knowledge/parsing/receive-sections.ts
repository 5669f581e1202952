import type { DocumentKind } from '../../../../../shared/knowledge.ts';
import { createTimeoutError, createTooComplexError, ParseError } from './parse-error.ts';
import type { ParseLimits } from './parse-limits.ts';
import type { ParsedSection, ParserMessage } from './parse-protocol.ts';
import type { ParserProcess } from './parser-process.ts';
import { createWatchdog } from './watchdog.ts';

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

/** The process ended before it began with the document. */
export class ParserNotStartedError extends Error {
  override readonly name = 'ParserNotStartedError';
}

export type ParseOutcome = {
  readonly result: ParsedSummary | ParseError;
  /** Whether the process should not parse another document. */
  readonly needsReplacement: boolean;
};

/** Enough that the parser can work while a section is processed, but few enough to use little memory. */
const maxPendingSections = 8;

/**
 * Gives a document to a parser process and receives its sections. Rejects if the process must be ended: with the reason of
 * the signal, the error of `onSection`, a ParseError if the document exceeds the limits or ended the process, or
 * ParserNotStartedError.
 */
export function receiveSections(
  process: ParserProcess,
  limits: ParseLimits,
  { path, kind, title, signal, onSection }: ParseOptions,
): Promise<ParseOutcome> {
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
    const finish = (createOutcome: () => ParseOutcome) => {
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

    const handleMessage = (message: ParserMessage) => {
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
          const progress = { page: receivedCount, pages: pageCount };
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
