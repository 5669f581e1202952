// Public: other features may import this file.
import * as z from 'zod';
import { limits } from '../../../../shared/contract/limits.ts';
import { isObject } from '../../platform/is-object.ts';
import { RemoteError, type RemoteClient, type RemoteRequest } from './remote-client.ts';
import { remoteIdSchema } from './remote-values.ts';

/** A value that a remote sent, or the reason why it cannot be used, as a sentence. */
export type Reading<T> =
  | {
      readonly isValid: true;
      readonly value: T;
      /** Names the optional fields that cannot be used and were left out, as a sentence; null if there are none. */
      readonly leftOut: string | null;
    }
  | { readonly isValid: false; readonly error: string };

type ValidReading<T> = Extract<Reading<T>, { readonly isValid: true }>;

/** Returns what the remote sent. Throws a RemoteError if it cannot be used. */
export function requireValid<T>(reading: Reading<T>): ValidReading<T> {
  if (reading.isValid) return reading;
  throw new RemoteError('invalid', reading.error, { wasSent: true });
}

/** `noun` names the object in the sentence, such as "document". */
export type ObjectReader<T extends object> = {
  readonly noun: string;
  /** Null if the object has no ID. */
  readonly idField: (string & keyof T) | null;
  /** Without the value of such a field, the object would say something else. It can be missing, but not of another type. */
  readonly essentialFields: readonly (string & keyof T)[];
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
  reader: ObjectReader<T>,
  body: unknown,
  { requestedId, remoteOrgId }: Expectation = {},
): Reading<T> {
  const { noun, idField } = reader;
  if (!isObject(body)) return { isValid: false, error: `The remote sent no ${noun}.` };
  const sentId = idField === null ? undefined : (body[idField] ?? undefined);
  const isWithoutId = sentId === undefined && requestedId !== undefined;
  if (isWithoutId && reportsError(body))
    return { isValid: false, error: `The remote sent an error instead of ${addArticle(noun)}.` };
  const id = sentId ?? requestedId;
  const reading = parseFields(reader, idField === null ? body : { ...body, [idField]: id });
  if (!reading.isValid) return reading;
  // Such as `{ data: { … } }`.
  if (isWithoutId && (reading.leftOut !== null || !hasContent(reading.value, idField)))
    return { isValid: false, error: `The remote sent no ${noun}.` };
  if (requestedId !== undefined && id !== requestedId)
    return { isValid: false, error: `The remote sent a different ${noun} from the one requested.` };
  const owner = body['organization_id'] ?? body['org_id'];
  if (remoteOrgId !== undefined && typeof owner === 'string' && owner !== remoteOrgId)
    return { isValid: false, error: `The remote sent ${addArticle(noun)} of another organization.` };
  return reading;
}

/** Whether a successful response says that the request failed. */
export function reportsError(body: unknown): boolean {
  if (!isObject(body)) return false;
  const { error, errors, success, ok } = body;
  return isErrorValue(error) || isErrorValue(errors) || success === false || ok === false;
}

/** The status of an envelope. An object, such as a call, can have failed itself. */
function hasErrorStatus(body: unknown): boolean {
  return isObject(body) && typeof body['status'] === 'string' && /^(?:error|fail(?:ed|ure)?)$/i.test(body['status']);
}

/** Some services send an empty error with every response. */
function isErrorValue(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}

/** A status alone can be that of the response. */
function hasContent(value: object, idField: string | null): boolean {
  return Object.entries(value).some(
    ([name, field]) => name !== idField && name !== 'status' && name !== 'error' && field !== null,
  );
}

/** Removing the wrong values inside a field can show that the field itself cannot be used. */
const parseRoundsMax = 4;

/** Reads the fields. Optional fields of another type, and such values inside of fields, are left out. */
function parseFields<T extends object>(
  { noun, idField, essentialFields, schema }: ObjectReader<T>,
  body: Readonly<Record<string, unknown>>,
): Reading<T> {
  const options = { reportInput: true };
  const first = schema.safeParse(body, options);
  if (first.success) return { isValid: true, value: first.data, leftOut: null };
  const required = new Set<PropertyKey | undefined>([idField ?? undefined, ...essentialFields]);
  const copy = { ...body };
  const copied = new Set<object>([copy]);
  const left = new Set<string>();
  let failure: z.core.$ZodIssue | undefined;
  let issues: readonly z.core.$ZodIssue[] = first.error.issues;
  for (let round = 0; round < parseRoundsMax && !failure; round += 1) {
    failure = issues.find(
      ({ path }) => (path.length === 1 && required.has(path[0])) || !removeValue(copy, path, copied),
    );
    for (const { path } of round === 0 ? issues : []) left.add(path.join('.'));
    const parsed = schema.safeParse(copy, options);
    if (!failure && parsed.success) return { isValid: true, value: parsed.data, leftOut: describeFields(noun, left) };
    issues = parsed.error?.issues ?? [];
  }
  const issue = first.error.issues.find(({ path }) => path[0] === failure?.path[0]) ?? first.error.issues[0];
  return { isValid: false, error: `The remote sent an unusable ${noun}: ${explain(issue)}` };
}

type Container = Record<PropertyKey, unknown>;

/**
 * Removes the value at a path, or else what contains its place. Objects and arrays on the way are replaced by copies, unless they are
 * among those that were copied before: the whole body can be too deep to copy. Returns false if there is no value.
 */
function removeValue(root: Container, path: readonly PropertyKey[], copied: Set<object>): boolean {
  let parent = root;
  let found: readonly [Container, PropertyKey] | undefined;
  for (const key of path) {
    const value = parent[key];
    if (value === undefined) break;
    found = [parent, key];
    if (typeof value !== 'object' || value === null) break;
    const own = copied.has(value) ? value : Array.isArray(value) ? [...(value as readonly unknown[])] : { ...value };
    copied.add(own);
    parent[key] = own;
    parent = own as Container; // an array, too, is changed by its keys
  }
  if (!found) return false;
  found[0][found[1]] = undefined;
  return true;
}

/** More are only counted. */
const namedFieldsMax = 3;

function describeFields(noun: string, fields: ReadonlySet<string>): string {
  const names = [...fields].slice(0, namedFieldsMax).map((field) => `“${field}”`);
  if (fields.size > namedFieldsMax) names.push(`${fields.size - namedFieldsMax} more`);
  const unusable = fields.size === 1 ? 'an unusable field, which was' : 'unusable fields, which were';
  return `The remote sent ${addArticle(noun)} with ${unusable} left out: ${names.join(', ')}.`;
}

export type ListReading<T> = {
  readonly items: readonly T[];
  readonly invalid: readonly InvalidItem[];
  /** The items of which fields were left out. */
  readonly incomplete: readonly InvalidItem[];
  readonly nextCursor: string | null;
  /** Why the list was not read to its end, as a sentence; null if it was. */
  readonly cut: string | null;
};

/** `remoteId` is null if the item has no usable ID. `itemsBefore` is the number of usable items before it. */
export type InvalidItem = { readonly remoteId: string | null; readonly error: string; readonly itemsBefore: number };

const cursorLength = 4_096;

/** What is read of a list. Without a limit, a remote could send one that needs all memory. */
export type ListLimits = {
  readonly items: number;
  /** Items that cannot be used, or only in part. */
  readonly invalid: number;
  readonly bytes: number;
};

/** Of a list that is stored page by page. */
export const listLimits: ListLimits = { items: 200_000, invalid: 10_000, bytes: 512 * 1024 * 1024 };

/** Of a list whose items are kept until it was read to its end. */
export const keptListLimits: ListLimits = { items: 20_000, invalid: 10_000, bytes: 64 * 1024 * 1024 };

type ListExpectation = Pick<Expectation, 'remoteOrgId'> & {
  readonly maxima?: ListLimits;
  /** The items on earlier pages of the list. */
  readonly before?: Pick<ListLimits, 'items' | 'invalid'>;
};

/** Reads `{ data: [...] }` or a bare list. Items that cannot be used are left out. The error is a sentence about the whole list. */
export function readList<T extends object>(
  reader: ObjectReader<T>,
  body: unknown,
  { maxima = listLimits, before = { items: 0, invalid: 0 }, ...expected }: ListExpectation = {},
): Reading<ListReading<T>> {
  const { noun } = reader;
  // Its list would seem to be complete, and what it lacks would be deleted here.
  if (reportsError(body) || hasErrorStatus(body))
    return { isValid: false, error: `The remote sent an error instead of a list of ${noun}s.` };
  const data: unknown = isObject(body) ? body['data'] : body;
  if (!Array.isArray(data)) return { isValid: false, error: `The remote sent no list of ${noun}s.` };
  const items: T[] = [];
  const invalid: InvalidItem[] = [];
  const incomplete: InvalidItem[] = [];
  let cut: string | null = null;
  for (const item of data as unknown[]) {
    const read = { items: before.items + items.length, invalid: before.invalid + invalid.length + incomplete.length };
    cut = describeCut(noun, read, maxima);
    if (cut !== null) break;
    const reading = readObject(reader, item, expected);
    const remoteId = readId(item, reader.idField);
    if (!reading.isValid) invalid.push({ remoteId, error: reading.error, itemsBefore: items.length });
    else {
      if (reading.leftOut !== null) incomplete.push({ remoteId, error: reading.leftOut, itemsBefore: items.length });
      items.push(reading.value);
    }
  }
  const nextCursor = isObject(body) ? readCursor(body) : null;
  if (nextCursor === undefined) cut ??= describeEarlyEnd(noun, 'it does not say where it continues');
  return { isValid: true, value: { items, invalid, incomplete, nextCursor: nextCursor ?? null, cut }, leftOut: null };
}

/** Returns where a list continues: null if it ends here, undefined if it continues but its cursor cannot be used. */
function readCursor(page: Readonly<Record<string, unknown>>): string | null | undefined {
  // Some services count pages or rows, and end with 0.
  const cursor = typeof page['next_cursor'] === 'number' ? page['next_cursor'] || null : page['next_cursor'];
  if (!cursor) return page['has_more'] === true ? undefined : null;
  const text = String(cursor);
  const isUsable = ['string', 'number'].includes(typeof cursor) && text.length <= cursorLength;
  return isUsable ? text : undefined;
}

/** Returns why a list is not read further after what was read of it, as a sentence; null if it is. */
function describeCut(noun: string, read: Partial<ListLimits>, maxima: ListLimits): string | null {
  const isReached = (limit: keyof ListLimits) => (read[limit] ?? 0) >= maxima[limit];
  const items = maxima.items.toLocaleString('en');
  if (isReached('items')) return `Only the first ${items} ${noun}s of the remote’s list were read.`;
  const reason = isReached('invalid')
    ? `${maxima.invalid.toLocaleString('en')} of its items cannot be used as they are`
    : isReached('bytes') && `it is larger than ${Math.round(maxima.bytes / 1024 / 1024)} MB`;
  return reason ? describeEarlyEnd(noun, reason) : null;
}

const describeEarlyEnd = (noun: string, reason: string) =>
  `The remote’s list of ${noun}s was not read to its end, because ${reason}.`;

const missingIdReasons = {
  document_id: 'The remote accepted the upload, but sent no usable document ID.',
  call_id: 'The remote accepted the call, but sent no usable call ID.',
  request_id: 'The remote accepted the build request, but sent no usable ID.',
} as const;

/** Reads the ID that the remote gave to a new document, call or build request. Throws a RemoteError without one. */
export function readAcceptedId(body: unknown, idField: keyof typeof missingIdReasons): string {
  const id = readId(body, idField);
  if (id !== null) return id;
  const reason = reportsError(body) ? 'The remote sent an error with a status of success.' : missingIdReasons[idField];
  throw new RemoteError('invalid', reason, { wasSent: true });
}

function readId(body: unknown, idField: string | null): string | null {
  const parsed = remoteIdSchema.safeParse(isObject(body) && idField !== null ? body[idField] : undefined);
  return parsed.success ? parsed.data : null;
}

/** Of the nouns of the readers, those with these letters have a vowel at the start. */
function addArticle(noun: string): string {
  return `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  array: 'a list',
  object: 'an object',
};

function explain(issue: z.core.$ZodIssue | undefined): string {
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
  readonly query?: RemoteRequest['query'];
  readonly remoteOrgId: string;
  readonly signal: AbortSignal;
  readonly maxima?: ListLimits;
};

/** Fetches a remote list, page by page, up to the limits of a list. Rejects with RemoteError. */
export async function* fetchPages<T extends object>(
  client: Pick<RemoteClient, 'request'>,
  { reader, path, query: filter, remoteOrgId, signal, maxima = listLimits }: ListRequest<T>,
): AsyncGenerator<ListReading<T>, void, undefined> {
  const seen = new Set<string>();
  const read = { items: 0, invalid: 0, bytes: 0 };
  let cursor: string | undefined;
  do {
    const query = { ...filter, limit: limits.pageSizeMax, cursor };
    const response = await client.request({ method: 'GET', path, query, signal });
    const { value: page } = requireValid(readList(reader, response.body, { remoteOrgId, maxima, before: read }));
    read.items += page.items.length;
    read.invalid += page.invalid.length + page.incomplete.length;
    read.bytes += response.bytes ?? 0;
    cursor = page.nextCursor ?? undefined;
    const cut = page.cut ?? (cursor === undefined ? null : describeCut(reader.noun, read, maxima));
    yield { ...page, cut };
    if (cut !== null) return;
    if (cursor !== undefined && (seen.has(cursor) || seen.size >= pagesMax))
      throw new RemoteError('invalid', `The remote's list of ${reader.noun}s does not end.`, { wasSent: true });
    if (cursor !== undefined) seen.add(cursor);
  } while (cursor !== undefined);
}
