import { expect, test } from 'vitest';
import { listProgressSteps, findCurrentStepNumber } from '../../../renderer/agents/request-progress.ts';
import type { AgentRequestEvent } from '../../../shared/agent-requests.ts';
import type { AgentRequestStatus } from '../../../shared/agent-request-status.ts';

const through = (...statuses: readonly AgentRequestStatus[]): AgentRequestEvent[] =>
  statuses.map((status, at) => ({
    kind: 'status',
    status,
    reason: null,
    at: `2026-01-0${at + 1}T09:00:00.000Z`,
    actor_name: null,
  }));

const all: readonly AgentRequestStatus[] = ['pending_review', 'in_development', 'uat', 'delivered'];

test.each([
  [all.slice(0, 1), 2, 'done current ahead ahead ahead'],
  [all.slice(0, 2), 3, 'done done current ahead ahead'],
  [all.slice(0, 3), 4, 'done done done current ahead'],
  [all, 5, 'done done done done done'],
  [[...all.slice(0, 1), 'rejected'], 2, 'done stopped ahead ahead ahead'],
  [[...all.slice(0, 3), 'rejected'], 4, 'done done done stopped ahead'],
] as const)('after %j it is at step %i: %s', (statuses, place, states) => {
  const status = statuses.at(-1) ?? 'pending_review';
  const progress = listProgressSteps({ status, events: through(...statuses) });
  expect(progress.map(({ state }) => state).join(' ')).toBe(states);
  expect(findCurrentStepNumber(progress)).toBe(place);
  expect(progress.filter(({ label }) => label === 'Rejected').length).toBe(status === 'rejected' ? 1 : 0);
});
