// Public: other features may import this file.
import { STATUS_CODES, type IncomingHttpHeaders } from 'node:http';
import { parseHttpDate } from './parse-http-date.ts';
import { RemoteError, maxRetryAfterMs } from './remote-client.ts';

type StatusResponse = { readonly status: number; readonly message: { readonly headers: IncomingHttpHeaders } };

type StatusErrorOptions = ErrorDescription & {
  readonly now: number;
  /** Whether the request contained the API key, which a 401 then refuses. */
  readonly isKeySent?: boolean;
};

/** Returns the error for a response that is not successful: to a request, or to a download. */
export function createStatusError(
  { status, message: { headers } }: StatusResponse,
  { message, code, now, isKeySent = true }: StatusErrorOptions,
): RemoteError {
  const kind = status === 401 && !isKeySent ? 'rejected' : classifyStatus(status);
  return new RemoteError(kind, message, { wasSent: true, status, code, retryAfterMs: parseRetryAfter(headers, now) });
}

/** Gateways respond with 460 or 499 if the connection of their client seems closed, also after they have forwarded the request. */
function classifyStatus(status: number): RemoteError['kind'] {
  if (status === 401) return 'unauthorized';
  if ([408, 425, 429, 503].includes(status)) return 'busy';
  if (status === 460 || status === 499) return 'failed';
  if (status >= 400 && status < 500) return 'rejected';
  return status >= 500 ? 'failed' : 'invalid';
}

/**
 * Returns the milliseconds of Retry-After, in seconds or as a date (RFC 9110, section 10.2.3); null if there is none. A date is
 * compared with the remote's clock, if it sends its time.
 */
function parseRetryAfter(headers: IncomingHttpHeaders, now: number): number | null {
  const value = headers['retry-after']?.trim() ?? '';
  const date = parseHttpDate(value);
  const isSeconds = /^\d+(?:\.\d+)?$/.test(value);
  if (!isSeconds && date === null) return null;
  const time = date === null ? Math.ceil(Number(value) * 1000) : date - (parseHttpDate(headers.date) ?? now);
  return Math.min(Math.max(time, 0), maxRetryAfterMs);
}

const maxLength = 300;

/** A shorter API key is not a secret: its letters occur in every text. */
const minSecretLength = 4;

export type ErrorDescription = {
  /** One sentence: what the remote wrote, if it wrote a text or JSON of a usual shape, otherwise the status. */
  readonly message: string;
  /** The code of the problem, if the remote gave one. */
  readonly code: string | null;
};

/** Describes an error response without markup and without the API key. */
export function describeErrorResponse(status: number, body: Buffer, apiKey: string): ErrorDescription {
  const text = body.toString().trim();
  const json = parseJson(text);
  const message = json === undefined ? cleanText(findInText(text), apiKey) : describeError(json, apiKey);
  return { message: message === '' ? describeStatus(status) : message, code: findCode(json) };
}

/** Returns the text of an error in JSON of a usual shape, without markup and without the API key; empty if it has none. */
export function describeError(json: unknown, apiKey: string): string {
  const found = findInJson(json, 0);
  return found === undefined ? '' : cleanText(found, apiKey);
}

export function describeStatus(status: number): string {
  const name = STATUS_CODES[status];
  return `The remote responded with HTTP ${status}${name === undefined ? '' : ` (${name})`}.`;
}

/** Returns a remote text as one bounded line without markup, control characters and the API key. */
function cleanText(text: string, apiKey: string): string {
  const line = text
    .replaceAll(/<\/?[a-z!][^>]*>?/gi, ' ')
    .replaceAll(apiKey.length < minSecretLength ? /(?!)/g : apiKey, '•••')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (line === '') return '';
  const characters = [...line];
  if (characters.length > maxLength)
    return `${characters
      .slice(0, maxLength - 1)
      .join('')
      .trimEnd()}…`;
  return /[.!?…]["”’)]?$/.test(line) ? line : `${line}.`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns an empty text for a page, such as a proxy's, and for JSON that is cut off. */
function findInText(text: string): string {
  return /^[<{[]/.test(text) ? '' : text;
}

/** Returns the code of `{ code }` or `{ error: { code } }`; null if there is none. */
function findCode(json: unknown): string | null {
  if (typeof json !== 'object' || json === null) return null;
  const code = 'code' in json ? json.code : undefined;
  if (typeof code === 'string' && /^[\w.:-]{1,64}$/.test(code)) return code;
  return 'error' in json ? findCode(json.error) : null;
}

/** The fields that can contain a message, most specific first. */
const messageFields = ['detail', 'message', 'error_description', 'msg', 'error', 'errors', 'title', 'reason'];

/** Finds the text in problem+json, `{ error: { message } }`, `{ detail: [{ msg }] }` and the like. */
function findInJson(value: unknown, depth: number): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value;
  if (typeof value !== 'object' || value === null || depth > 3) return undefined;
  if (Array.isArray(value)) {
    const texts = value.slice(0, 3).map((item) => findInJson(item, depth + 1));
    return texts.filter((text) => text !== undefined).join('; ') || undefined;
  }
  const fields = new Map(Object.entries(value));
  for (const name of messageFields) {
    const found = findInJson(fields.get(name), depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
