import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  canTransitionAgentRequest,
  isAgentRequestClosed,
  agentRequestStatuses,
  type AgentRequestStatus,
} from '../../../shared/agents/agent-request-status.ts';

/** Rows are the current status, columns the next status. */
const table = {
  //              pending  development  uat    delivered  rejected
  pending_review: [false, true, false, false, true],
  in_development: [false, false, true, false, true],
  uat: [false, false, false, true, true],
  delivered: [false, false, false, false, false],
  rejected: [false, false, false, false, false],
} as const;

test('allows exactly the transitions of the table', () => {
  for (const from of agentRequestStatuses)
    expect(
      agentRequestStatuses.map((to) => canTransitionAgentRequest(from, to)),
      from,
    ).toEqual(table[from]);
});

test('has no transition from delivered or rejected, and no cycle', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...agentRequestStatuses), { maxLength: 30 }), (wanted) => {
      let status: AgentRequestStatus = 'pending_review';
      const seen: AgentRequestStatus[] = [status];
      for (const to of wanted) {
        if (!canTransitionAgentRequest(status, to)) continue;
        expect(isAgentRequestClosed(status)).toBe(false);
        status = to;
        seen.push(to);
      }
      expect(new Set(seen).size).toBe(seen.length);
      if (seen.includes('delivered')) expect(seen).toEqual(['pending_review', 'in_development', 'uat', 'delivered']);
      if (seen.includes('rejected')) expect(seen.at(-1)).toBe('rejected');
    }),
  );
});

test('every open build request can be rejected', () => {
  for (const status of agentRequestStatuses)
    expect(canTransitionAgentRequest(status, 'rejected')).toBe(!isAgentRequestClosed(status));
});
