import { limits } from '../../../../shared/contract/limits.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { readExactJson } from '../exact-json.ts';

/** Returns the parsed body. Throws 413 over the limit, 415 for another media type or coding, and 400 unless it is JSON in UTF-8 that can be kept exactly. */
export async function readJsonBody(request: Request): Promise<unknown> {
  if (Number(request.headers.get('Content-Length') ?? 0) > limits.jsonBodyBytes) throw createTooLargeProblem();
  const mediaType = request.headers.get('Content-Type')?.split(';')[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') {
    throw new Problem('unsupported_media_type', 'The Content-Type must be application/json.');
  }
  requireNoContentCoding(request);
  const { value, errors } = parseBody(await readLimitedBody(request));
  if (errors.length > 0) throw new Problem('malformed', `The body is invalid: ${errors[0]?.detail}`, { errors });
  return value;
}

/** Throws Problem `unsupported_media_type` for a compressed body (RFC 9110, section 15.5.16). */
export function requireNoContentCoding({ headers }: Request): void {
  const coding = headers.get('Content-Encoding');
  if (coding === null || /^(?:identity)?$/i.test(coding.trim())) return;
  throw new Problem('unsupported_media_type', 'Send the body without a Content-Encoding.', {
    headers: { 'Accept-Encoding': 'identity' },
  });
}

function parseBody(bytes: Uint8Array) {
  try {
    return readExactJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new Problem('malformed', 'The body is not valid JSON.', {
      errors: [{ pointer: '', detail: 'Not valid JSON.' }],
      cause: error,
    });
  }
}

async function readLimitedBody(request: Request): Promise<Uint8Array> {
  if (!request.body) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of limitIdleTime(request.body)) {
      size += part.byteLength;
      if (size > limits.jsonBodyBytes) throw createTooLargeProblem();
      parts.push(part);
    }
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem('malformed', 'The body is incomplete.', { cause: error });
  }
  return Buffer.concat(parts);
}

function createTooLargeProblem(): Problem {
  return new Problem('too_large', `A JSON body can have at most ${limits.jsonBodyBytes / 1024} KB.`);
}

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
