// Public: other features may import this file.
import * as z from 'zod';
import { limits } from '../../../../shared/contract/limits.ts';
import { toCents } from '../../../../shared/text/money.ts';
import { toPlainLine, toPlainText } from '../../../../shared/text/plain-text.ts';

/** Fields of a remote, which may be missing or null, but not of another type. Text, numbers and times are bounded. */

/** Larger than every amount, count and duration that makes sense, and small enough to add up. */
const numberMax = 1_000_000_000;

const oldestMs = Date.parse('0001-01-01T00:00:00.000Z');
const latestMs = Date.parse('9999-12-31T23:59:59.999Z');

/** ISO 8601, also with a space before the time or the offset, and with the name of the time zone after it (RFC 9557). */
const timestampPattern =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)([.,]\d{1,9})?)?(?: ?(Z|UTC|[+\u2212-]\d\d(?::?\d\d)?)(?:\[[^\]]*\])*)?)?$/i;

/** Path segments that a URL drops or resolves, encoded or not. */
const dotSegments: readonly string[] = ['.', '..'];

/** A remote ID: any visible text that can be part of a URL. It is never used as a file name or a local ID. */
export const remoteIdSchema = z
  .string()
  .min(1)
  .max(limits.idLength)
  .refine((id) => !/[\p{Cs}\p{Cc}\p{Cf}\s]/u.test(id) && !dotSegments.includes(id), {
    message: 'cannot be used as an ID',
  });

export function isRemoteId(id: string): boolean {
  return remoteIdSchema.safeParse(id).success;
}

/** One line without control characters and direction marks; null if it is missing or nothing is visible. */
export function line(maxLength: number) {
  return z
    .string()
    .nullish()
    .transform((value) => toPlainLine(cut(value ?? '', maxLength)) || null);
}

/** Text that keeps its line breaks; null if it is missing or nothing is visible. */
export function text(maxLength: number) {
  return z
    .string()
    .nullish()
    .transform((value) => toPlainText(cut(value ?? '', maxLength)) || null);
}

/** Returns the start of a text, without keeping the whole text in memory, as V8 does for a part of a string. */
function cut(value: string, maxLength: number): string {
  if (value.length <= maxLength) return value;
  return Buffer.from(value.slice(0, maxLength), 'utf16le').toString('utf16le');
}

/** JSON can contain a number that is too large for JavaScript, and an integer that was kept as text. */
const number = z.preprocess((value) => {
  const read = typeof value === 'string' && /^-?\d{16,}$/.test(value) ? Number(value) : value;
  return read === Infinity || read === -Infinity ? Math.sign(read) * Number.MAX_VALUE : read;
}, z.number().nullish());

/** A whole number from 0; null if it is missing. */
export const count = number.transform((value) => (typeof value === 'number' ? toWholeNumber(value) : null));

/** A number from -1 to 1; 0 if it is missing. */
export const score = number.transform((value) => Math.min(Math.max(value ?? 0, -1), 1));

/** A page, from 1; null if it is missing or no page. */
export const page = count.transform((value) => value || null);

/** Dollars as whole cents from 0; null if they are missing. */
export const cents = number.transform((value) => (typeof value === 'number' ? toWholeNumber(toCents(value)) : null));

/** Milliseconds since the epoch; null if the time is missing or unreadable, or its year has more than 4 digits. UTC without an offset. */
export const time = z
  .string()
  .nullish()
  .transform((value) => (typeof value === 'string' ? parseTime(value) : null));

/** A URL as sent by the remote; null if it is missing or too long. */
export const url = z
  .string()
  .nullish()
  .transform((value) => (value && value.length <= limits.urlLength ? value : null));

/** A remote status. `word` is the status as sent by the remote, if this application does not know it. */
export type RemoteStatus<Known extends string> = { readonly known: Known; readonly word: string | null };

/** A status in any case, with spaces or dashes instead of underscores. One that is not known has the nearest known status. Null if it is missing. */
export function status<const Known extends string>(known: readonly Known[], nearest: NoInfer<Known>) {
  return line(limits.remoteStatusLength).transform((word): RemoteStatus<Known> | null => {
    if (word === null) return null;
    const name = word.toLowerCase().replaceAll(/[\s-]+/g, '_');
    const found = known.find((one) => one === name);
    return found === undefined ? { known: nearest, word } : { known: found, word: null };
  });
}

/** A list of words, without those that are not visible; null if it is missing. */
export function words(maxLength: number, maxItems: number) {
  return list(line(maxLength), maxItems).transform((items) => items?.filter((word) => word !== null) ?? null);
}

const anyList = z.array(z.unknown());

/** A list, of which the first `maxItems` are read and kept. */
export function firstOf<Item extends z.ZodType>(item: Item, maxItems: number) {
  return anyList.transform((items) => items.slice(0, maxItems)).pipe(z.array(item));
}

/** The same, or null if it is missing. An item that was removed, because it is wrong, is undefined. */
export function list<Item extends z.ZodType>(item: Item, maxItems: number) {
  return anyList
    .nullish()
    .transform((items) => items?.slice(0, maxItems) ?? null)
    .pipe(z.array(z.optional(item)).nullable())
    .transform((items) => items?.filter((one) => one !== undefined) ?? null);
}

function toWholeNumber(value: number): number {
  return Math.min(Math.max(Math.round(value), 0), numberMax);
}

function parseTime(value: string): number | null {
  const [, date, clock = '00:00', seconds = '00', fraction = '', zone = 'Z'] =
    timestampPattern.exec(value.trim()) ?? [];
  if (date === undefined || !isCalendarDay(date)) return null;
  const offset = zone
    .replace(/^UTC$/i, 'Z')
    .replace('\u2212', '-')
    .replace(/^(.\d\d):?(\d\d)?$/, (_, hours: string, minutes = '00') => `${hours}:${minutes}`);
  // A leap second is the second before it, and a second more.
  const isLeapSecond = seconds === '60';
  const isoTime = `${date}T${clock}:${isLeapSecond ? '59' : seconds}${fraction.replace(',', '.')}${offset}`;
  const timeMs = Date.parse(isoTime) + (isLeapSecond ? 1000 : 0);
  return timeMs >= oldestMs && timeMs <= latestMs ? timeMs : null;
}

/** Whether a month has this day: JavaScript takes February 30 for March 2. */
function isCalendarDay(date: string): boolean {
  const timeMs = Date.parse(date);
  return !Number.isNaN(timeMs) && new Date(timeMs).toISOString().startsWith(date);
}

/** What happens to the IDs of documents or calls that are added, each of which counts once. */
type ImportPlan = {
  /** To be fetched. */
  readonly targets: readonly string[];
  /** The number of those that are known here. */
  readonly known: number;
  /** No ID of a remote can look like these. */
  readonly impossible: readonly string[];
};

export function planImport(ids: readonly string[], isKnown: (id: string) => boolean): ImportPlan {
  const distinct = [...new Set(ids)];
  return {
    targets: distinct.filter((id) => isRemoteId(id) && !isKnown(id)),
    known: distinct.filter(isKnown).length,
    impossible: distinct.filter((id) => !isRemoteId(id)),
  };
}
