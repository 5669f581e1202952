// Public: other features may import this file.
import type { Database } from '../../platform/db/database.ts';
import type { InvalidItem, ListReading } from './read-remote.ts';
import { countItemErrors, type RemoteItemKind } from './remote-item-queries.ts';

/** Describes for the sync status what could not be read: the number of items, and sentences about items, fields and lists. */
export type Unread = { readonly items: number; readonly reason: string };

/** Returns what to report about the items of a list that could not be read; null if there are none. */
export function describeLeftOut({ noun }: { readonly noun: string }, items: number, error = ''): Unread | null {
  if (items === 0) return null;
  return { items, reason: `${formatCount(noun, items)} in the remote’s list could not be read. ${error}`.trim() };
}

function formatCount(noun: string, count: number): string {
  return count === 1 ? `1 ${noun}` : `${count.toLocaleString('en')} ${noun}s`;
}

/** A number of items, and the error of the first. */
type Counted = readonly [count: number, error: string];

function addItems([count, error]: Counted, items: readonly InvalidItem[]): Counted {
  return [count + items.length, error || (items[0]?.error ?? '')];
}

/** Collects what could not be read of a list, page by page. */
export class ListProblems {
  /** Why items could not be read, or not in full, by their remote IDs. */
  readonly errors = new Map<string, string>();
  /** The remote IDs of the items that could not be read. */
  readonly unreadable = new Set<string>();
  readonly #reader: { readonly noun: string };
  #isEachKnown = true;
  #invalid: Counted = [0, ''];
  #incomplete: Counted = [0, ''];
  #cut: string | null = null;

  constructor(reader: { readonly noun: string }) {
    this.#reader = reader;
  }

  add({ invalid, incomplete, cut }: Pick<ListReading<unknown>, 'invalid' | 'incomplete' | 'cut'>): this {
    for (const { remoteId, error } of [...incomplete, ...invalid])
      if (remoteId !== null) this.errors.set(remoteId, error);
    for (const { remoteId } of invalid) {
      if (remoteId === null) this.#isEachKnown = false;
      else this.unreadable.add(remoteId);
    }
    if (cut !== null) this.#isEachKnown = false;
    this.#invalid = addItems(this.#invalid, invalid);
    this.#incomplete = addItems(this.#incomplete, incomplete);
    this.#cut ??= cut;
    return this;
  }

  /** Whether an item that is neither readable nor in `errors` is not in the list. */
  get isEachKnown(): boolean {
    return this.#isEachKnown;
  }

  /** Returns what to report; null if everything was read. */
  describe(): Unread | null {
    const [count, error] = this.#incomplete;
    const incomplete =
      count > 0 ? `${formatCount(this.#reader.noun, count)} could not be read in full. ${error}` : null;
    return joinUnread(describeLeftOut(this.#reader, ...this.#invalid), incomplete, this.#cut);
  }
}

/** Returns what to report about the items that could not be refreshed, without those that `except` names; null if there are none. */
export function describeItemErrors(
  db: Database,
  kind: RemoteItemKind,
  { noun }: { readonly noun: string },
  except?: Iterable<string>,
): Unread | null {
  const { count, error } = countItemErrors(db, kind, except);
  if (count === 0) return null;
  return { items: count, reason: `${formatCount(noun, count)} could not be read. ${error ?? ''}`.trim() };
}

/** Joins the parts that are not null. A part that is only a sentence counts no items. */
export function joinUnread(...parts: readonly (Unread | string | null)[]): Unread | null {
  const unread = parts.map((part) => (typeof part === 'string' ? { items: 0, reason: part } : part));
  const reason = joinSentences(...unread.map((part) => part?.reason ?? null));
  return reason === null ? null : { items: unread.reduce((sum, part) => sum + (part?.items ?? 0), 0), reason };
}

/** Joins those that are not null. */
export function joinSentences(...sentences: readonly (string | null)[]): string | null {
  return sentences.filter((sentence) => sentence !== null).join(' ') || null;
}
