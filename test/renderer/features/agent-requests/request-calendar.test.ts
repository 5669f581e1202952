import { expect, test } from 'vitest';
import { createUatCalendarFile } from '../../../../renderer/features/agent-requests/request-calendar.ts';
import { formatUatDateChanges } from '../../../../renderer/features/agent-requests/format-uat-date-changes.ts';
import type { AgentRequestRecord } from '../../../../shared/agents/agent-requests.ts';

const createDateEvent = (at: string, date: string | null) =>
  ({ kind: 'uat_date', at, actor_name: null, by_remote: false, date }) as const;

const request: AgentRequestRecord = {
  request_id: 'abr_1',
  name: 'Collections',
  objective: 'Remind customers; politely',
  target_audience: '',
  required_integrations: [],
  status: 'in_development',
  assigned_engineer: 'Hanna Sundby',
  estimated_uat_date: '2026-04-13T09:00:00.000Z',
  created_at: '2026-03-01T09:00:00.000Z',
  agent_id: null,
  build_agent_id: null,
  remote: null,
  pending: null,
  events: [
    createDateEvent('2026-03-02T09:00:00.000Z', '2026-04-01T09:00:00.000Z'),
    createDateEvent('2026-03-05T09:00:00.000Z', '2026-04-13T09:00:00.000Z'),
  ],
};

test('a changed UAT date updates the same calendar entry', () => {
  const file = createUatCalendarFile(request);
  expect(file).toContain('UID:abr_1@switchboard\r\n');
  expect(file).toContain('SEQUENCE:1\r\n');
  expect(file).toContain('DTSTAMP:20260305T090000Z\r\n');
  expect(file).toContain('DTSTART:20260413T090000Z\r\n');
  expect(file).toContain('SUMMARY:UAT: Collections\r\n');
  expect(file).toContain('DESCRIPTION:Remind customers\\; politely\\n\\nEngineer: Hanna Sundby\r\n');
});

test('there is no calendar file without a UAT date', () => {
  const removal = createDateEvent('2026-03-06T09:00:00.000Z', null);
  expect(
    createUatCalendarFile({ ...request, estimated_uat_date: null, events: [...request.events, removal] }),
  ).toBeNull();
});

test.each([
  [0, 0, 'Original date'],
  [1, 12, 'Changed once; 12 days behind the original date'],
  [3, 1, 'Changed 3 times; 1 day behind the original date'],
  [2, -9, 'Changed 2 times; 9 days ahead of the original date'],
  [2, 0, 'Changed 2 times; back on the original date'],
])('formats %i changes and %i days as “%s”', (changeCount, daysLater, text) => {
  expect(formatUatDateChanges({ changeCount, daysLater, setAt: '2026-03-05T09:00:00.000Z' })).toBe(text);
});
