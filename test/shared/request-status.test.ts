import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { canMoveRequest, isRequestOver, requestStatuses, type RequestStatus } from '../../shared/request-status.ts';

/** Rows are where a request is, columns where it is to go. */
const table = {
  //              pending  development  uat    delivered  rejected
  pending_review: [false, true, false, false, true],
  in_development: [false, false, true, false, true],
  uat: [false, false, false, true, true],
  delivered: [false, false, false, false, false],
  rejected: [false, false, false, false, false],
} as const;

test('the state machine is the table', () => {
  for (const from of requestStatuses)
    expect(
      requestStatuses.map((to) => canMoveRequest(from, to)),
      from,
    ).toEqual(table[from]);
});

test('no path leads out of delivered or rejected, or back to where it was', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...requestStatuses), { maxLength: 30 }), (wanted) => {
      let status: RequestStatus = 'pending_review';
      const seen: RequestStatus[] = [status];
      for (const to of wanted) {
        if (!canMoveRequest(status, to)) continue;
        expect(isRequestOver(status)).toBe(false);
        status = to;
        seen.push(to);
      }
      expect(new Set(seen).size).toBe(seen.length);
      if (seen.includes('delivered')) expect(seen).toEqual(['pending_review', 'in_development', 'uat', 'delivered']);
      if (seen.includes('rejected')) expect(seen.at(-1)).toBe('rejected');
    }),
  );
});

test('what is not over can be rejected', () => {
  for (const status of requestStatuses) expect(canMoveRequest(status, 'rejected')).toBe(!isRequestOver(status));
});
