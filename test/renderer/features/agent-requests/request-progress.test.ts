import { expect, test } from 'vitest';
import {
  listProgressSteps,
  findCurrentStepNumber,
} from '../../../../renderer/features/agent-requests/request-progress.ts';
import type { AgentRequestEvent } from '../../../../shared/agents/agent-requests.ts';
import type { AgentRequestStatus } from '../../../../shared/agents/agent-request-status.ts';

const createStatusEvents = (...statuses: readonly AgentRequestStatus[]): AgentRequestEvent[] =>
  statuses.map((status, index) => ({
    kind: 'status',
    status,
    reason: null,
    at: `2026-01-0${index + 1}T09:00:00.000Z`,
    actor_name: null,
    by_remote: false,
  }));

const all: readonly AgentRequestStatus[] = ['pending_review', 'in_development', 'uat', 'delivered'];

test.each([
  [all.slice(0, 1), 2, 'done current upcoming upcoming upcoming'],
  [all.slice(0, 2), 3, 'done done current upcoming upcoming'],
  [all.slice(0, 3), 4, 'done done done current upcoming'],
  [all, 5, 'done done done done done'],
  [[...all.slice(0, 1), 'rejected'], 2, 'done stopped upcoming upcoming upcoming'],
  [[...all.slice(0, 3), 'rejected'], 4, 'done done done stopped upcoming'],
] as const)('after %j a request is at step %i: %s', (statuses, stepNumber, states) => {
  const status = statuses.at(-1) ?? 'pending_review';
  const progress = listProgressSteps({ status, events: createStatusEvents(...statuses) });
  expect(progress.map(({ state }) => state).join(' ')).toBe(states);
  expect(findCurrentStepNumber(progress)).toBe(stepNumber);
  expect(progress.filter(({ label }) => label === 'Rejected').length).toBe(status === 'rejected' ? 1 : 0);
});
