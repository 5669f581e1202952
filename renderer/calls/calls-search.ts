import * as z from 'zod';
import { callStatuses } from '../../shared/call-status.ts';
import { callOrders, type CallFilter, type CallOrder } from '../../shared/calls.ts';
import { limits } from '../../shared/limits.ts';
import type { SavedItem } from '../../shared/saved-items.ts';
import { startOfDay, toDay } from '../format/local-day.ts';

/** The router reads digits in an address as a number. */
export const searchTextSchema = z.union([z.string(), z.number().transform(String)]);

const text = (lengthMax: number) =>
  searchTextSchema.pipe(z.string().trim().min(1).max(lengthMax)).optional().catch(undefined);

/** What of the list can be linked to: its filters and its order. */
export const callsSearchSchema = z.object({
  status: z.enum(callStatuses).optional().catch(undefined),
  agent: text(limits.idLength),
  outcome: text(limits.titleLength),
  /** The last so many days, today included. */
  days: z.int().min(1).max(limits.viewDays).optional().catch(undefined),
  from: z.iso.date().optional().catch(undefined),
  /** Included. */
  to: z.iso.date().optional().catch(undefined),
  text: text(limits.queryLength),
  order: z.enum(callOrders).optional().catch(undefined),
  /** Smallest, first or oldest first. */
  up: z.literal(true).optional().catch(undefined),
});

export type CallsSearch = z.infer<typeof callsSearchSchema>;

/** What the service is asked for. */
export type CallsQuery = { readonly filter: CallFilter; readonly order: CallOrder; readonly descending: boolean };

/** The question behind an address, on a day. */
export function toCallsQuery(search: CallsSearch, today: Date): CallsQuery {
  const { status, agent, outcome, days, from, to, text: words, order = 'created', up } = search;
  const since = days === undefined ? from && startOfDay(from) : startOfDay(toDay(today), 1 - days);
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
    descending: up !== true,
  };
}

/** Whether anything is left out. */
export function isFiltered(search: CallsSearch): boolean {
  return Object.entries(search).some(([name, value]) => name !== 'order' && name !== 'up' && value !== undefined);
}

export type SavedView = Extract<SavedItem, { readonly kind: 'call_view' }>;

/** What is kept of a view; days are kept as days, so that it moves along with the calendar. */
export function toSavedView(search: CallsSearch, today: Date): SavedView['value'] {
  const { filter, order, descending } = toCallsQuery(search, today);
  const { from: _, to: __, ...timeless } = filter;
  return search.days === undefined
    ? { filter, order, descending }
    : { filter: timeless, days: search.days, order, descending };
}

export function fromSavedView({ filter, days, order, descending }: SavedView['value']): CallsSearch {
  const { status, agent, disposition, from, to, text: words } = filter;
  return {
    ...(status && { status }),
    ...(agent && { agent }),
    ...(disposition && { outcome: disposition }),
    ...(days && { days }),
    ...(from && { from: toDay(new Date(from)) }),
    ...(to && { to: toDay(new Date(Date.parse(to) - 1)) }),
    ...(words && { text: words }),
    ...(order !== 'created' && { order }),
    ...(!descending && { up: true }),
  };
}

/** Equal for addresses that show the same. */
export function sameView(one: CallsSearch, other: CallsSearch): boolean {
  const plain = (search: CallsSearch) =>
    JSON.stringify(
      Object.entries(search)
        .filter(([, value]) => value !== undefined)
        .toSorted(),
    );
  return plain(one) === plain(other);
}
