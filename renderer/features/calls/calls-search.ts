import * as z from 'zod';
import { noteStates, reviewStates } from '../../../shared/calls/call-review-fields.ts';
import { callStatuses } from '../../../shared/calls/call-status.ts';
import {
  callFilterSchema,
  callModeFilters,
  outcomeGroupSchema,
  type CallFilter,
} from '../../../shared/calls/call-filter.ts';
import { callSortFields, type CallSortField } from '../../../shared/calls/calls.ts';
import { limits } from '../../../shared/contract/limits.ts';
import { scoreStates } from '../../../shared/calls/score-answers.ts';
import type { SavedItem } from '../../../shared/organization/saved-items.ts';
import { searchTextSchema } from '../../data/root-route.ts';
import { startOfDay, toLocalDay } from '../../format/local-day.ts';

const createTextSchema = (lengthMax: number) =>
  searchTextSchema.pipe(z.string().trim().min(1).max(lengthMax)).optional().catch(undefined);

type Limit =
  | 'score_percent_min'
  | 'score_percent_below'
  | 'agent_talk_percent_min'
  | 'monologue_seconds_min'
  | 'interruptions_min'
  | 'questions_min';

const createLimitSchema = (name: Limit) => callFilterSchema.shape[name].catch(undefined);

/** The part of the list's state that the URL contains: filters and sort order. */
export const callsSearchSchema = z.object({
  status: z.enum(callStatuses).optional().catch(undefined),
  agent: createTextSchema(limits.idLength),
  outcome: createTextSchema(limits.titleLength),
  outcomes: outcomeGroupSchema.optional().catch(undefined),
  /** Number of days up to and including today. */
  days: z.int().min(1).max(limits.savedViewDays).optional().catch(undefined),
  from: z.iso.date().optional().catch(undefined),
  /** A time in place of `from`. */
  since: z.iso.datetime().optional().catch(undefined),
  /** Inclusive. */
  to: z.iso.date().optional().catch(undefined),
  mode: z.enum(callModeFilters).optional().catch(undefined),
  tag: createTextSchema(limits.tagLength),
  review: z.enum(reviewStates).optional().catch(undefined),
  assignee: createTextSchema(limits.idLength),
  score: z.enum(scoreStates).optional().catch(undefined),
  /** The total of the scorecard in percent, at least. */
  scored: createLimitSchema('score_percent_min'),
  scoredBelow: createLimitSchema('score_percent_below'),
  reviewer: createTextSchema(limits.idLength),
  notes: z.enum(noteStates).optional().catch(undefined),
  /** The agent's share of the talk time, in percent, at least. The next three are minimums, too. */
  talk: createLimitSchema('agent_talk_percent_min'),
  /** In seconds. */
  monologue: createLimitSchema('monologue_seconds_min'),
  interruptions: createLimitSchema('interruptions_min'),
  questions: createLimitSchema('questions_min'),
  text: createTextSchema(limits.queryLength),
  order: z.enum(callSortFields).optional().catch(undefined),
  /** Sorts in ascending order; the default is descending. */
  ascending: z.literal(true).optional().catch(undefined),
});

export type CallsSearch = z.infer<typeof callsSearchSchema>;

/** The search of an address that other views link to. The route removes what is not a part of the list's state. */
export const callsRouteSearchSchema = callsSearchSchema.extend({
  /** The ID of an agent. Opens the panel that places a call, with the agent selected. */
  placeCallWith: createTextSchema(limits.idLength),
});

export type CallsRouteSearch = z.infer<typeof callsRouteSearchSchema>;

export type CallsQuery = { readonly filter: CallFilter; readonly order: CallSortField; readonly descending: boolean };

/** Converts the search of a URL to a query. `today` resolves relative days. */
export function toCallsQuery(search: CallsSearch, today: Date): CallsQuery {
  const {
    status,
    agent,
    outcome,
    outcomes,
    days,
    from,
    since,
    to,
    mode,
    tag,
    review,
    assignee,
    score,
    scored,
    scoredBelow,
    reviewer,
    notes,
    talk,
    monologue,
    interruptions,
    questions,
    text,
    order = 'created',
    ascending,
  } = search;
  const firstDay = from && startOfDay(from);
  const start = days === undefined ? (firstDay ?? (since && new Date(since))) : startOfDay(toLocalDay(today), 1 - days);
  const until = days === undefined && to ? startOfDay(to, 1) : undefined;
  return {
    filter: {
      ...(status && { status }),
      ...(agent && { agent }),
      ...(outcome && { disposition: outcome }),
      ...(outcomes && { outcome_group: outcomes }),
      ...(start && { from: start.toISOString() }),
      ...(until && { to: until.toISOString() }),
      ...(mode && { mode }),
      ...(tag && { tag }),
      ...(review && { review_state: review }),
      ...(assignee && { assignee }),
      ...(score && { score_state: score }),
      ...(scored && { score_percent_min: scored }),
      ...(scoredBelow && { score_percent_below: scoredBelow }),
      ...(reviewer && { reviewer }),
      ...(notes && { notes }),
      ...(talk && { agent_talk_percent_min: talk }),
      ...(monologue && { monologue_seconds_min: monologue }),
      ...(interruptions && { interruptions_min: interruptions }),
      ...(questions && { questions_min: questions }),
      ...(text && { text }),
    },
    order,
    descending: ascending !== true,
  };
}

/** Returns true if the search hides any calls. */
export function hasFilters(search: CallsSearch): boolean {
  return Object.entries(search).some(
    ([name, value]) => name !== 'order' && name !== 'ascending' && value !== undefined,
  );
}

export type SavedCallView = Extract<SavedItem, { readonly kind: 'call_view' }>;

/** Converts a search to a saved view. Relative days stay relative, so the view moves with the calendar. */
export function toSavedView(search: CallsSearch, today: Date): SavedCallView['value'] {
  const { filter, order, descending } = toCallsQuery(search, today);
  const { from: _, to: __, ...filterWithoutDates } = filter;
  return search.days === undefined
    ? { filter, sort: order, descending }
    : { filter: filterWithoutDates, days: search.days, sort: order, descending };
}

export function fromSavedView({ filter, days, sort, descending }: SavedCallView['value']): CallsSearch {
  const {
    status,
    agent,
    disposition,
    outcome_group,
    from,
    to,
    mode,
    tag,
    review_state,
    assignee,
    score_state,
    score_percent_min: scored,
    score_percent_below: scoredBelow,
    reviewer,
    notes,
    agent_talk_percent_min: talk,
    monologue_seconds_min: monologue,
    interruptions_min: interruptions,
    questions_min: questions,
    text,
  } = filter;
  return {
    ...(status && { status }),
    ...(agent && { agent }),
    ...(disposition && { outcome: disposition }),
    ...(days && { days }),
    ...(outcome_group && { outcomes: outcome_group }),
    ...(from && toStart(from, to === undefined)),
    ...(to && { to: toLocalDay(new Date(Date.parse(to) - 1)) }),
    ...(mode && { mode }),
    ...(tag && { tag }),
    ...(review_state && { review: review_state }),
    ...(assignee && { assignee }),
    ...(score_state && { score: score_state }),
    ...(scored && { scored }),
    ...(scoredBelow && { scoredBelow }),
    ...(reviewer && { reviewer }),
    ...(notes && { notes }),
    ...(talk && { talk }),
    ...(monologue && { monologue }),
    ...(interruptions && { interruptions }),
    ...(questions && { questions }),
    ...(text && { text }),
    ...(sort !== 'created' && { order: sort }),
    ...(!descending && { ascending: true }),
  };
}

/** Keeps a time that is not the start of a day, which a range of days cannot have. */
function toStart(from: string, canBeTime: boolean): Pick<CallsSearch, 'from' | 'since'> {
  const day = toLocalDay(new Date(from));
  return canBeTime && startOfDay(day).getTime() !== Date.parse(from) ? { since: from } : { from: day };
}

/** Returns true if two searches show the same list. */
export function isSameSearch(one: CallsSearch, other: CallsSearch): boolean {
  const serialize = (search: CallsSearch) =>
    JSON.stringify(
      Object.entries(search)
        .filter(([, value]) => value !== undefined)
        .toSorted(),
    );
  return serialize(one) === serialize(other);
}
