import { describe, expect, it } from 'vitest';
import {
  callsSearchSchema,
  fromSavedView,
  hasFilters,
  isSameSearch,
  toCallsQuery,
  toSavedView,
  type CallsSearch,
} from '../../../../renderer/features/calls/calls-search.ts';
import { savedItemSchema } from '../../../../shared/organization/saved-items.ts';

const today = new Date(2026, 2, 29);

const views: readonly CallsSearch[] = [
  {},
  { status: 'completed', agent: 'agt_1', outcome: 'interested', text: 'refund', mode: 'practice' },
  { tag: 'Follow up', review: 'not_reviewed', assignee: 'usr_1' },
  { score: 'not_scored', reviewer: 'window', notes: 'with_notes' },
  { talk: 60, monologue: 30, interruptions: 1, questions: 3 },
  { scored: 50, scoredBelow: 90 },
  { days: 7, order: 'duration' },
  { status: 'completed', outcomes: 'successful' },
  { since: '2026-03-12T09:30:15.250Z' },
  { from: '2026-03-01', to: '2026-03-29', order: 'created', ascending: true },
  { to: '2026-03-29', order: 'agent', ascending: true },
];

describe('the search of the URL', () => {
  it('ignores parameters that are invalid or unknown', () => {
    const search = callsSearchSchema.parse({
      status: 'gone',
      days: 0,
      from: '31 March',
      text: ' ',
      order: 'age',
      ascending: 'yes',
    });
    expect(isSameSearch(search, {})).toBe(true);
    expect(callsSearchSchema.parse({ text: 415 }).text, 'digits are accepted as text').toBe('415');
    expect(callsSearchSchema.parse({ status: 'busy', nonsense: 1 })).not.toHaveProperty('nonsense');
  });

  it('has filters unless only the sort order is set', () => {
    expect(hasFilters({ order: 'agent', ascending: true, text: undefined })).toBe(false);
    expect(hasFilters({ days: 1 })).toBe(true);
  });

  it('sorts the newest calls first by default', () => {
    expect(toCallsQuery({}, today)).toEqual({ filter: {}, order: 'created', descending: true });
  });

  it('includes today in the last N days', () => {
    expect(toCallsQuery({ days: 1 }, today).filter.from).toBe(new Date(2026, 2, 29).toISOString());
    expect(toCallsQuery({ days: 7 }, today).filter).toEqual({ from: new Date(2026, 2, 23).toISOString() });
  });

  it('includes the first and the last day of a range', () => {
    expect(toCallsQuery({ from: '2026-03-01', to: '2026-03-29' }, today).filter).toEqual({
      from: new Date(2026, 2, 1).toISOString(),
      to: new Date(2026, 2, 30).toISOString(),
    });
  });

  it('starts at a time, unless the URL also contains a first day', () => {
    const since = '2026-03-12T09:30:15.250Z';
    expect(toCallsQuery({ since }, today).filter).toEqual({ from: since });
    expect(toCallsQuery({ since, from: '2026-03-20' }, today).filter.from).toBe(new Date(2026, 2, 20).toISOString());
  });

  it('prefers the last N days if the URL also contains a range', () => {
    expect(toCallsQuery({ days: 1, from: '2026-01-01', to: '2026-01-02' }, today).filter).not.toHaveProperty('to');
  });
});

describe('a saved view', () => {
  it.each(views)('restores the search that was saved: %j', (search) => {
    const value = toSavedView(search, today);
    expect(savedItemSchema.safeParse({ saved_id: 's', kind: 'call_view', name: 'Mine', value }).success).toBe(true);
    expect(toCallsQuery(fromSavedView(value), today)).toEqual(toCallsQuery(search, today));
  });

  it('keeps relative days relative', () => {
    const saved = toSavedView({ days: 7, text: 'refund' }, today);
    expect(saved).toMatchObject({ days: 7, filter: { text: 'refund' } });
    expect(fromSavedView(saved)).toEqual({ days: 7, text: 'refund' });
  });
});
