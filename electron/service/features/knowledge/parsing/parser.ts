import type { StartProcess } from '../../../platform/processes/start-process.ts';
import { ParseError } from './parse-error.ts';
import { defaultParseLimits, type ParseLimits } from './parse-limits.ts';
import { ParserProcess } from './parser-process.ts';
import { ParserNotStartedError, receiveSections, type ParsedSummary, type ParseOptions } from './receive-sections.ts';

/**
 * Parses documents in child processes, so that a document can only end the process that parses it. Each process parses one
 * document at a time. Afterwards it is kept for the next one, because starting a process takes longer than parsing a page.
 */
export type Parser = {
  /**
   * Rejects with a ParseError if the document cannot be parsed, with the reason of the signal if it is aborted, and with the
   * error of `onSection`. When the promise settles, no process reads the file.
   */
  readonly parse: (options: ParseOptions) => Promise<ParsedSummary>;
  /** Ends all processes. */
  readonly close: () => Promise<void>;
};

export type ParserOptions = {
  readonly startProcess: StartProcess;
  readonly limits?: Partial<ParseLimits>;
};

/** One idle process is kept for the next document. The others end soon, because each needs about 100 MB. */
const idleTimeoutMs = { first: 60_000, others: 5_000 };
/** A process that ends before it has started to parse, for example because the system is short of memory, is not the document's fault. */
const maxStarts = 3;

export function createParser({ startProcess, limits }: ParserOptions): Parser {
  const mergedLimits = { ...defaultParseLimits, ...limits };
  const running = new Set<ParserProcess>();
  const idle = new Map<ParserProcess, NodeJS.Timeout>();
  let isClosed = false;

  const start = () => {
    const started = new ParserProcess(startProcess, mergedLimits, { onExit: forget });
    running.add(started);
    return started;
  };

  function forget(process: ParserProcess): void {
    running.delete(process);
    clearTimeout(idle.get(process));
    idle.delete(process);
  }

  const takeProcess = () => {
    const [process = start()] = idle.keys();
    clearTimeout(idle.get(process));
    idle.delete(process);
    return process;
  };

  const keepIdle = (process: ParserProcess) => {
    process.release();
    const timeoutMs = idle.size === 0 ? idleTimeoutMs.first : idleTimeoutMs.others;
    const timer = setTimeout(() => void process.kill(), timeoutMs);
    timer.unref();
    idle.set(process, timer);
  };

  /** Ends a process. Starts another one if it was the last, so that the next document does not wait for it. */
  const replace = async (process: ParserProcess) => {
    await process.kill();
    if (!isClosed && running.size === 0) keepIdle(start());
  };

  const parseOnce = async (options: ParseOptions) => {
    const process = takeProcess();
    try {
      const { needsReplacement, result } = await receiveSections(process, mergedLimits, options);
      if (needsReplacement || isClosed || !running.has(process)) void replace(process);
      else keepIdle(process);
      return result;
    } catch (error) {
      await replace(process);
      throw error;
    }
  };

  return {
    async parse(options) {
      for (let starts = 1; ; starts += 1) {
        options.signal.throwIfAborted();
        try {
          const result = await parseOnce(options);
          if (result instanceof ParseError) throw result;
          return result;
        } catch (error) {
          if (!(error instanceof ParserNotStartedError) || starts >= maxStarts) throw error;
        }
      }
    },
    async close() {
      isClosed = true;
      await Promise.all([...running].map((process) => process.kill()));
    },
  };
}
