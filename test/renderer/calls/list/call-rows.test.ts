import { expect, it } from 'vitest';
import { createCallRows } from '../../../../renderer/calls/list/call-rows.ts';
import type { CallRecord } from '../../../../shared/calls.ts';

const call = (id: number): CallRecord => ({
  call_id: `call_${id}`,
  agent_id: 'agt_1',
  agent_name: 'Front desk',
  status: 'completed',
  duration_seconds: 60,
  disposition: 'interested',
  recipient_number: '+14155550132',
  simulated: true,
  practice: false,
  created_at: '2026-03-12T09:30:00.000Z',
  answered_at: null,
  ended_at: null,
  reason: null,
  match: null,
});

const page = (first: number) => Array.from({ length: 100 }, (_, place) => call(first + place));

it('finds calls by their place in the whole list, those on their way left open', () => {
  const rows = createCallRows([
    { page: 3, calls: page(300) },
    { page: 4, calls: undefined },
  ]);
  expect(rows.at(300)?.call_id).toBe('call_300');
  expect(rows.at(399)?.call_id).toBe('call_399');
  expect(rows.at(400)).toBeUndefined();
  expect(rows.at(0)).toBeUndefined();
});

it('finds where a call is now, the nearer one while two pages were read at different moments', () => {
  const rows = createCallRows([
    { page: 0, calls: page(0) },
    { page: 1, calls: page(99) },
  ]);
  expect(rows.findIndex('call_42', 40)).toBe(42);
  expect(rows.findIndex('call_99', 98)).toBe(99);
  expect(rows.findIndex('call_99', 150)).toBe(100);
  expect(rows.findIndex('call_900', 0)).toBeNull();
});
