import { expect, test } from 'vitest';
import { tellState } from '../../../renderer/overview/tell-state.ts';
import type { Attention } from '../../../shared/attention.ts';

const trouble: Attention = { kind: 'activity_broken' };

type State = {
  readonly is_new?: true;
  readonly troubles?: number;
  readonly reading?: number;
  readonly running?: number;
};

test.each<[State, string]>([
  [{}, 'All in step.'],
  [{ is_new: true }, 'Ready to begin.'],
  [{ reading: 2 }, 'All in step. 2 documents are being read.'],
  [{ running: 1 }, 'All in step. 1 call is under way.'],
  [
    { troubles: 1, reading: 1, running: 3 },
    '1 thing needs attention. 1 document is being read and 3 calls are under way.',
  ],
  [{ troubles: 2 }, '2 things need attention.'],
  [{ is_new: true, troubles: 1 }, '1 thing needs attention.'],
])('of %j it says: %s', (state, sentence) => {
  const { is_new = false, troubles = 0, reading = 0, running = 0 } = state;
  const told = tellState({
    is_new,
    attention: Array.from({ length: troubles }, () => trouble),
    reading: { total: reading, data: [] },
    calls: { running },
  });
  expect(told).toBe(sentence);
});
