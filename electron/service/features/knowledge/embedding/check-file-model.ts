import { statSync } from 'node:fs';
import type { StartProcess } from '../../../platform/processes/start-process.ts';
import { resolveWorkerUrl } from '../../../platform/workers/worker-protocol.ts';
import type { createFileModelClient } from './file-model.ts';
import { SearchModelError } from './text-embedder.ts';

type FileOptions = Parameters<typeof createFileModelClient>[0];

/** To the process that tries a file. */
export type CheckFileTask = {
  readonly options: FileOptions;
  readonly texts: readonly string[];
  /** Memory of the process, above which it fails. */
  readonly maxBytes: number;
};

export type CheckFileResult = { readonly vectors: Float32Array } | { readonly message: string; readonly fix: string };

export type FileCheckLimits = {
  readonly elapsedMs: number;
  /** Memory besides the file, which is in memory up to four times while it is loaded. */
  readonly memoryBytes: number;
};

export const defaultFileCheckLimits: FileCheckLimits = { elapsedMs: 120_000, memoryBytes: 1024 ** 3 };
const memoryPerFileByte = 4;

/**
 * Embeds texts with an ONNX file in a process of its own, so that a broken or hostile file can only end that process. Rejects with
 * SearchModelError if the file cannot be used within the limits.
 */
export function tryFileModel(
  options: FileOptions,
  texts: readonly string[],
  {
    startProcess,
    limits,
    signal,
  }: { readonly startProcess: StartProcess; readonly limits: FileCheckLimits; readonly signal: AbortSignal },
): Promise<Float32Array> {
  const fileBytes = statSync(options.modelPath, { throwIfNoEntry: false })?.size ?? 0;
  const maxBytes = limits.memoryBytes + memoryPerFileByte * fileBytes;
  return new Promise((resolve, reject) => {
    const child = startProcess({
      name: 'Switchboard model check',
      entry: resolveWorkerUrl('check-model-process', import.meta.url),
      args: [],
      onMessage: (message) => {
        const result = message as CheckFileResult; // the process sends nothing else
        if ('vectors' in result) resolve(result.vectors);
        else reject(new SearchModelError(result.message, result.fix));
        stop();
      },
      onExit: (cause) => {
        reject(
          new SearchModelError(
            `The model could not be tried. ${cause.message}`,
            'Choose another file of this model, or another model.',
            { cause },
          ),
        );
        stop();
      },
    });
    const abort = () => (reject(signal.reason), stop());
    const timer = setTimeout(() => {
      const seconds = Math.round(limits.elapsedMs / 1000);
      reject(
        new SearchModelError(
          `The model took longer than ${seconds} seconds for the test questions.`,
          'Choose a smaller model.',
        ),
      );
      stop();
    }, limits.elapsedMs);
    function stop(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      child.kill();
    }
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) return abort();
    child.send({ options, texts, maxBytes } satisfies CheckFileTask);
  });
}
