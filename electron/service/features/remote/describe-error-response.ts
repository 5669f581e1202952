import { STATUS_CODES } from 'node:http';

const maxLength = 300;

/**
 * Returns one sentence about an error response: what the service wrote, if it wrote a text or JSON of a usual shape, otherwise the
 * status. The API key is removed from it.
 */
export function describeErrorResponse(status: number, body: Buffer, apiKey: string): string {
  const text = findMessage(body.toString());
  const clean = text === undefined ? '' : cleanText(text, apiKey);
  return clean === '' ? describeStatus(status) : clean;
}

export function describeStatus(status: number): string {
  const name = STATUS_CODES[status];
  return `The remote answered with HTTP ${status}${name === undefined ? '' : ` (${name})`}.`;
}

/** Returns a text of the service as one bounded line without markup, control characters and the API key. */
export function cleanText(text: string, apiKey: string): string {
  const line = text
    .replaceAll(/<\/?[a-z!][^>]*>?/gi, ' ')
    .replaceAll(apiKey, '•••')
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

function findMessage(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed.startsWith('<')) return undefined; // a page for people, such as that of a proxy
  try {
    return findInJson(JSON.parse(trimmed), 0);
  } catch {
    return trimmed.startsWith('{') || trimmed.startsWith('[') ? undefined : trimmed;
  }
}

/** In the order in which the first one that has a text is the most specific. */
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
