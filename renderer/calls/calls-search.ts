import * as z from 'zod';
import { callStatuses } from '../../shared/call-status.ts';
import { callSortFields, type CallFilter, type CallSortField } from '../../shared/calls.ts';
import { limits } from '../../shared/limits.ts';
import type { SavedItem } from '../../shared/saved-items.ts';
import { startOfDay, toLocalDay } from '../format/local-day.ts';

/** The router reads digits in an address as a number. */
export const searchTextSchema = z.union([z.string(), z.number().transform(String)]);

const createTextSchema = (lengthMax: number) =>
  searchTextSchema.pipe(z.string().trim().min(1).max(lengthMax)).optional().catch(undefined);

/** What of the list can be linked to: its filters and its order. */
export const callsSearchSchema = z.object({
  status: z.enum(callStatuses).optional().catch(undefined),
  agent: createTextSchema(limits.idLength),
  outcome: createTextSchema(limits.titleLength),
  /** The last so many days, today included. */
  days: z.int().min(1).max(limits.savedViewDays).optional().catch(undefined),
  from: z.iso.date().optional().catch(undefined),
  /** Included. */
  to: z.iso.date().optional().catch(undefined),
  text: createTextSchema(limits.queryLength),
  order: z.enum(callSortFields).optional().catch(undefined),
  /** Smallest, first or oldest first. */
  ascending: z.literal(true).optional().catch(undefined),
});

export type CallsSearch = z.infer<typeof callsSearchSchema>;

/** What the service is asked for. */
export type CallsQuery = { readonly filter: CallFilter; readonly order: CallSortField; readonly descending: boolean };

/** The question behind an address, on a day. */
export function toCallsQuery(search: CallsSearch, today: Date): CallsQuery {
  const { status, agent, outcome, days, from, to, text: words, order = 'created', ascending } = search;
  const since = days === undefined ? from && startOfDay(from) : startOfDay(toLocalDay(today), 1 - days);
  const until = days === undefined && to ? startOfDay(to, 1) : undefined;
  return {
    filter: {
      ...(status && { status }),
      ...(agent && { agent }),
      ...(outcome && { disposition: outcome }),
      ...(since && { from: since.toISOString() }),
      ...(until && { to: until.toISOString() }),
      ...(words && { text: words }),
    },
    order,
    descending: ascending !== true,
  };
}

/** Whether anything is left out. */
export function hasFilters(search: CallsSearch): boolean {
  return Object.entries(search).some(([name, value]) => name !== 'order' && name !== 'up' && value !== undefined);
}

export type SavedCallView = Extract<SavedItem, { readonly kind: 'call_view' }>;

/** What is kept of a view; days are kept as days, so that it moves along with the calendar. */
export function toSavedView(search: CallsSearch, today: Date): SavedCallView['value'] {
  const { filter, order, descending } = toCallsQuery(search, today);
  const { from: _, to: __, ...timeless } = filter;
  return search.days === undefined
    ? { filter, sort: order, descending }
    : { filter: timeless, days: search.days, sort: order, descending };
}

export function fromSavedView({ filter, days, sort, descending }: SavedCallView['value']): CallsSearch {
  const { status, agent, disposition, from, to, text: words } = filter;
  return {
    ...(status && { status }),
    ...(agent && { agent }),
    ...(disposition && { outcome: disposition }),
    ...(days && { days }),
    ...(from && { from: toLocalDay(new Date(from)) }),
    ...(to && { to: toLocalDay(new Date(Date.parse(to) - 1)) }),
    ...(words && { text: words }),
    ...(sort !== 'created' && { order: sort }),
    ...(!descending && { ascending: true }),
  };
}

/** Equal for addresses that show the same. */
export function isSameSearch(one: CallsSearch, other: CallsSearch): boolean {
  const plain = (search: CallsSearch) =>
    JSON.stringify(
      Object.entries(search)
        .filter(([, value]) => value !== undefined)
        .toSorted(),
    );
  return plain(one) === plain(other);
}
