import { describe, expect, test } from 'vitest';
import { findPercentiles, summarizeLatency } from '../../../shared/calls/turn-latency.ts';

describe('percentiles', () => {
  test('are the nearest ranks of the times', () => {
    const times = Array.from({ length: 10 }, (_, index) => ({ ms: 100 * (index + 1), turns: 1 }));
    expect(findPercentiles(times)).toEqual({ turns: 10, p50_ms: 500, p90_ms: 900 });
  });

  test('count a time as often as it was measured', () => {
    expect(
      findPercentiles([
        { ms: 10, turns: 9 },
        { ms: 900, turns: 2 },
      ]),
    ).toEqual({ turns: 11, p50_ms: 10, p90_ms: 900 });
  });

  test('of one time are that time, and of none are not known', () => {
    expect(findPercentiles([{ ms: 7, turns: 1 }])).toEqual({ turns: 1, p50_ms: 7, p90_ms: 7 });
    expect(findPercentiles([])).toBeNull();
  });
});

test('turns without a latency do not count in a call, nor do values that a turn does not have', () => {
  const latency = { response_ms: 300, retrieval_ms: null, first_token_ms: null, first_sound_ms: 80 };
  expect(summarizeLatency([{}, { latency }, { latency: { ...latency, response_ms: 200, retrieval_ms: 20 } }])).toEqual({
    response_ms: { turns: 2, p50_ms: 200, p90_ms: 300 },
    retrieval_ms: { turns: 1, p50_ms: 20, p90_ms: 20 },
    first_token_ms: null,
    first_sound_ms: { turns: 2, p50_ms: 80, p90_ms: 80 },
  });
});
