import { expect, test } from 'vitest';
import { isShown } from '../../../../renderer/features/agent-requests/request-filter.tsx';
import { sampleRequest } from '../../../helpers/components/sample-request.ts';

const at = '2026-05-12T09:30:00.000Z';
const event = { at, actor_name: null, by_remote: false, kind: 'status', status: 'uat', reason: null } as const;

test('build requests are open until they are delivered or rejected', () => {
  const isOpen = (status: typeof sampleRequest.status) => isShown({ ...sampleRequest, status }, { status: 'open' });
  expect([isOpen('uat'), isOpen('pending_review'), isOpen('delivered'), isOpen('rejected')]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(isShown({ ...sampleRequest, status: 'delivered' }, {})).toBe(true);
});

test('build requests changed since a time if an event is at that time or later', () => {
  const request = { ...sampleRequest, events: [event] };
  expect(isShown(request, { since: at })).toBe(true);
  expect(isShown(request, { since: '2026-05-12T09:30:00.001Z' })).toBe(false);
  expect(isShown(sampleRequest, { since: at })).toBe(false);
});
