// Public: other features may import this file.
import * as z from 'zod';
import { limits } from '../../../../shared/contract/limits.ts';
import { RemoteError, type RemoteClient } from './remote-client.ts';
import { remoteIdSchema } from './remote-values.ts';

/** A value that a remote sent, or the reason why it cannot be used, as a sentence. */
export type Reading<T> =
  | { readonly isValid: true; readonly value: T }
  | { readonly isValid: false; readonly error: string };

/** Returns what the remote sent. Throws a RemoteError if it cannot be used. */
export function requireValid<T>(reading: Reading<T>): T {
  if (reading.isValid) return reading.value;
  throw new RemoteError('invalid', reading.error, { wasSent: true });
}

/** `noun` names the object in the sentence, such as "document". */
export type ObjectReader<T extends object> = {
  readonly noun: string;
  /** Null if the object has no ID. */
  readonly idField: (string & keyof T) | null;
  readonly schema: z.ZodType<T>;
};

type Expectation = {
  /** The ID that was asked for. A response without an ID counts as the object asked for; another ID is an error. */
  readonly requestedId?: string;
  /** The organization of the connection. An object that names another one is refused. */
  readonly remoteOrgId?: string;
};

/** Reads one object. Never throws. */
export function readObject<T extends object>(
  { noun, idField, schema }: ObjectReader<T>,
  body: unknown,
  { requestedId, remoteOrgId }: Expectation = {},
): Reading<T> {
  if (!isRecord(body)) return { isValid: false, error: `The remote sent no ${noun}.` };
  const id = idField === null ? undefined : (body[idField] ?? requestedId);
  const input = idField === null ? body : { ...body, [idField]: id };
  const parsed = schema.safeParse(input, { reportInput: true });
  if (!parsed.success)
    return { isValid: false, error: `The remote sent an unusable ${noun}: ${explain(parsed.error)}` };
  if (requestedId !== undefined && id !== requestedId)
    return { isValid: false, error: `The remote sent a different ${noun} from the one requested.` };
  const owner = body['organization_id'] ?? body['org_id'];
  if (remoteOrgId !== undefined && typeof owner === 'string' && owner !== remoteOrgId)
    return { isValid: false, error: `The remote sent ${addArticle(noun)} of another organization.` };
  return { isValid: true, value: parsed.data };
}

type ListReading<T> = {
  readonly items: readonly T[];
  readonly invalid: readonly InvalidItem[];
  readonly nextCursor: string | null;
};

/** `remoteId` is null if the item has no usable ID. `itemsBefore` is the number of usable items before it. */
export type InvalidItem = { readonly remoteId: string | null; readonly error: string; readonly itemsBefore: number };

const cursorLength = 4_096;

/** No list of one response has more items; the others are left out. */
const pageItemsMax = 100_000;

/** Reads `{ data: [...] }` or a bare list. Items that cannot be used are left out. The error is a sentence about the whole list. */
export function readList<T extends object>(
  reader: ObjectReader<T>,
  body: unknown,
  expected: Pick<Expectation, 'remoteOrgId'> = {},
): Reading<ListReading<T>> {
  const data = isRecord(body) ? body['data'] : body;
  if (!Array.isArray(data)) return { isValid: false, error: `The remote sent no list of ${reader.noun}s.` };
  const items: T[] = [];
  const invalid: InvalidItem[] = [];
  for (const item of data.slice(0, pageItemsMax) as unknown[]) {
    const reading = readObject(reader, item, expected);
    if (reading.isValid) items.push(reading.value);
    else invalid.push({ remoteId: readId(item, reader.idField), error: reading.error, itemsBefore: items.length });
  }
  const cursor = isRecord(body) ? body['next_cursor'] : null;
  const hasCursor = typeof cursor === 'string' && cursor !== '' && cursor.length <= cursorLength;
  return { isValid: true, value: { items, invalid, nextCursor: hasCursor ? cursor : null } };
}

/** Returns a sentence about the items of a list that could not be read, for the sync status; null if there are none. */
export function describeLeftOut({ noun }: { readonly noun: string }, count: number, error = ''): string | null {
  if (count === 0) return null;
  const items = count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
  return `${items} in the remote’s list could not be read. ${error}`.trim();
}

const missingIdReasons = {
  document_id: 'The remote accepted the upload, but sent no usable document ID.',
  call_id: 'The remote accepted the call, but sent no usable call ID.',
  request_id: 'The remote accepted the build request, but sent no usable ID.',
} as const;

/** Reads the ID that the remote gave to a new document, call or build request. Throws a RemoteError without one. */
export function readAcceptedId(body: unknown, idField: keyof typeof missingIdReasons): string {
  const id = readId(body, idField);
  if (id === null) throw new RemoteError('invalid', missingIdReasons[idField], { wasSent: true });
  return id;
}

function readId(body: unknown, idField: string | null): string | null {
  const parsed = remoteIdSchema.safeParse(isRecord(body) && idField !== null ? body[idField] : undefined);
  return parsed.success ? parsed.data : null;
}

/** Of the nouns of the readers, those with these letters have a vowel at the start. */
function addArticle(noun: string): string {
  return `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  array: 'a list',
  object: 'an object',
};

function explain(error: z.ZodError): string {
  const [issue] = error.issues;
  const field = `the field “${issue?.path.join('.') ?? ''}”`;
  if (issue?.code === 'invalid_type')
    return issue.input === undefined || issue.input === null
      ? `${field} is missing.`
      : `${field} is not ${typeNames[issue.expected] ?? 'valid'}.`;
  if (issue?.code === 'too_small') return `${field} is empty.`;
  if (issue?.code === 'too_big') return `${field} is too long.`;
  return `${field} ${issue?.code === 'custom' ? issue.message : 'is not valid'}.`;
}

/** Stops a list that never ends. */
const pagesMax = 10_000;

type ListRequest<T extends object> = {
  readonly reader: ObjectReader<T>;
  readonly path: string;
  readonly remoteOrgId: string;
  readonly signal: AbortSignal;
};

/** Fetches a remote list, page by page. Rejects with RemoteError. */
export async function* fetchPages<T extends object>(
  client: Pick<RemoteClient, 'request'>,
  { reader, path, remoteOrgId, signal }: ListRequest<T>,
): AsyncGenerator<ListReading<T>, void, undefined> {
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const query = { limit: limits.pageSizeMax, cursor };
    const { body } = await client.request({ method: 'GET', path, query, signal });
    const page = requireValid(readList(reader, body, { remoteOrgId }));
    yield page;
    cursor = page.nextCursor ?? undefined;
    if (cursor !== undefined && (seen.has(cursor) || seen.size >= pagesMax))
      throw new RemoteError('invalid', `The remote's list of ${reader.noun}s does not end.`, { wasSent: true });
    if (cursor !== undefined) seen.add(cursor);
  } while (cursor !== undefined);
}
