import { limits } from '../../../../shared/contract/limits.ts';
import { Problem } from '../../../../shared/contract/problems.ts';

/**
 * Passes on the parts of a request body. Fails with Problem `request_timeout` if the sender is silent for
 * `limits.bodyIdleMs`; the time in which the reader does not ask for a part does not count.
 */
export function limitIdleTime(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = await readPart(reader);
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

async function readPart(reader: ReadableStreamDefaultReader<Uint8Array>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const idle = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(createTimeoutProblem()), limits.bodyIdleMs);
  });
  try {
    return await Promise.race([reader.read(), idle]);
  } finally {
    clearTimeout(timer);
  }
}

function createTimeoutProblem(): Problem {
  const seconds = limits.bodyIdleMs / 1000;
  return new Problem(
    'request_timeout',
    `No part of the body arrived for ${seconds} seconds. Nothing was changed; send the request again.`,
  );
}
