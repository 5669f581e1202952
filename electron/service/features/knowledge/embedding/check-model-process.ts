import { connectToParent, killThisProcess } from '../../../platform/processes/connect-to-parent.ts';
import type { CheckFileResult, CheckFileTask } from './check-file-model.ts';
import { createFileModelClient } from './file-model.ts';
import { SearchModelError } from './text-embedder.ts';

const checkIntervalMs = 50;
/** For the failure to reach the process that started this one. */
const deliveryMs = 200;

/**
 * Runs a process that tries an ONNX file. The file is loaded in a thread, so that the main thread can always measure the memory, which
 * V8 does not limit for native code. The file can do no more than end this process.
 */
const send = connectToParent((message) => {
  const { options, texts, maxBytes } = message as CheckFileTask; // check-file-model.ts sends nothing else
  const timer = setInterval(() => {
    if (process.memoryUsage.rss() <= maxBytes) return;
    clearInterval(timer);
    send(tooLarge);
    setTimeout(killThisProcess, deliveryMs);
  }, checkIntervalMs);
  const client = createFileModelClient(options);
  client.embed(texts).then(
    (vectors) => send({ vectors } satisfies CheckFileResult),
    (error: unknown) => send(toFailure(error)),
  );
});

const tooLarge: CheckFileResult = {
  message: 'The model needs more memory than a search model may use.',
  fix: 'Choose a smaller model.',
};

function toFailure(error: unknown): CheckFileResult {
  if (error instanceof SearchModelError) return { message: error.message, fix: error.fix };
  return { message: 'The model stopped while it was tried.', fix: 'Choose another file.' };
}
