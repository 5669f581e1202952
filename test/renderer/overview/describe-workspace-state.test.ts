import { expect, test } from 'vitest';
import { describeWorkspaceState } from '../../../renderer/overview/describe-workspace-state.ts';
import type { Attention } from '../../../shared/attention.ts';

const trouble: Attention = { kind: 'activity_tampered' };

type State = {
  readonly is_empty?: true;
  readonly troubles?: number;
  readonly reading?: number;
  readonly running?: number;
};

test.each<[State, string]>([
  [{}, 'All in step.'],
  [{ is_empty: true }, 'Ready to begin.'],
  [{ reading: 2 }, 'All in step. 2 documents are being read.'],
  [{ running: 1 }, 'All in step. 1 call is under way.'],
  [
    { troubles: 1, reading: 1, running: 3 },
    '1 thing needs attention. 1 document is being read and 3 calls are under way.',
  ],
  [{ troubles: 2 }, '2 things need attention.'],
  [{ is_empty: true, troubles: 1 }, '1 thing needs attention.'],
])('of %j it says: %s', (state, sentence) => {
  const { is_empty = false, troubles = 0, reading = 0, running = 0 } = state;
  const told = describeWorkspaceState({
    is_empty: is_empty,
    attention: Array.from({ length: troubles }, () => trouble),
    processing: { total: reading, data: [] },
    calls: { running },
  });
  expect(told).toBe(sentence);
});
