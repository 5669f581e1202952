import { expect, it } from 'vitest';
import { createCallRows } from '../../../../../renderer/features/calls/list/call-rows.ts';
import type { CallRecord } from '../../../../../shared/calls/calls.ts';

const createCall = (id: number): CallRecord => ({
  call_id: `call_${id}`,
  agent_id: 'agt_1',
  agent_name: 'Front desk',
  status: 'completed',
  duration_seconds: 60,
  disposition: 'interested',
  is_success: true,
  recipient_number: '+14155550132',
  simulated: true,
  practice: false,
  trial: false,
  agent_version: 1,
  created_at: '2026-03-12T09:30:00.000Z',
  answered_at: null,
  ended_at: null,
  has_recording: false,
  reason: null,
  match: null,
  recipient_name: '',
  tags: [],
  review_state: 'not_reviewed',
  assignee: null,
  remote: null,
  pending: null,
});

const createPage = (firstId: number) => Array.from({ length: 100 }, (_, index) => createCall(firstId + index));

it('returns calls by their index in the whole list, and undefined while a page is loading', () => {
  const rows = createCallRows([
    { page: 3, calls: createPage(300) },
    { page: 4, calls: undefined },
  ]);
  expect(rows.at(300)?.call_id).toBe('call_300');
  expect(rows.at(399)?.call_id).toBe('call_399');
  expect(rows.at(400)).toBeUndefined();
  expect(rows.at(0)).toBeUndefined();
});

it('finds the index of a call, the nearest one if two pages contain it', () => {
  const rows = createCallRows([
    { page: 0, calls: createPage(0) },
    { page: 1, calls: createPage(99) },
  ]);
  expect(rows.findIndex('call_42', 40)).toBe(42);
  expect(rows.findIndex('call_99', 98)).toBe(99);
  expect(rows.findIndex('call_99', 150)).toBe(100);
  expect(rows.findIndex('call_900', 0)).toBeNull();
});

it('knows the index of each loaded call, the first one if the call is on two pages', () => {
  const { indexes } = createCallRows([
    { page: 3, calls: createPage(300) },
    { page: 4, calls: createPage(399) },
  ]);
  expect(['call_300', 'call_399', 'call_400', 'call_0'].map((id) => indexes.get(id))).toEqual([
    300,
    399,
    401,
    undefined,
  ]);
});
