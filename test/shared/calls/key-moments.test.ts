import { describe, expect, test } from 'vitest';
import { findKeyMoments } from '../../../shared/calls/key-moments.ts';
import { measureFastest } from '../../helpers/processes/measure-fastest.ts';
import { createSampleTurn } from '../../helpers/components/sample-call.ts';

const find = (...turns: Parameters<typeof createSampleTurn>[]) =>
  findKeyMoments(
    turns.map((turn) => createSampleTurn(...turn)),
    { hasTimes: true },
  );

test('the talk ratio is the share of the agent in the time of both', () => {
  expect(find(['agent', 'Hello', 2, 6], ['user', 'Hi', 8, 2]).agentTalkShare).toBe(0.75);
  expect(find(['user', 'Hello?', 0, 5]).agentTalkShare).toBe(0);
  expect(find(['agent', '', 3, 0]).agentTalkShare, 'nobody spoke').toBeNull();
});

describe('the longest monologue', () => {
  test('joins consecutive turns of one speaker, with their pauses', () => {
    const { longestMonologue } = find(
      ['agent', 'One', 0, 8],
      ['user', 'Two', 9, 3],
      ['user', 'Three', 14, 6],
      ['agent', 'Four', 21, 5],
    );
    expect(longestMonologue).toEqual({ speaker: 'user', startSeconds: 9, seconds: 11 });
  });

  test('is the first of several, and none without turns', () => {
    expect(find(['agent', 'One', 0, 4], ['user', 'Two', 5, 4]).longestMonologue?.speaker).toBe('agent');
    expect(find().longestMonologue).toBeNull();
  });
});

test('a turn that begins while the other speaker still talks is an interruption, a quick answer is not', () => {
  const { interruptions } = find(
    ['agent', 'Your plan costs', 0, 10],
    ['user', 'Stop', 8, 2],
    ['agent', 'Sure', 9.9, 4],
    ['agent', 'So', 12, 3],
    ['user', 'Wait', 14, 1],
  );
  expect(interruptions).toEqual({ agent: 0, user: 2 });
});

test('a turn after one that was interrupted is an interruption, although the times do not overlap', () => {
  const turns = [
    { ...createSampleTurn('agent', 'Your plan', 0, 2), interrupted: true as const },
    createSampleTurn('user', 'Stop', 2, 1),
    createSampleTurn('agent', 'Sure', 4, 1),
  ];
  expect(findKeyMoments(turns, { hasTimes: true }).interruptions).toEqual({ agent: 0, user: 1 });
});

test('questions are counted per speaker, in any script', () => {
  const { questions } = find(
    ['agent', 'Is this Maria? Do you have a moment?', 0, 2],
    ['user', 'What?! 何ですか？ ماذا؟', 3, 2],
    ['agent', 'No question; none.', 6, 1],
  );
  expect(questions).toEqual({ agent: 2, user: 3 });
});

test('without times, only questions are known', () => {
  const turns = [createSampleTurn('agent', 'Hello?'), createSampleTurn('user', 'Yes.')];
  expect(findKeyMoments(turns, { hasTimes: false })).toEqual({
    agentTalkShare: null,
    longestMonologue: null,
    interruptions: null,
    questions: { agent: 1, user: 0 },
  });
});

test('a call with thousands of turns takes no noticeable time', () => {
  const turns = Array.from({ length: 10_000 }, (_, index) =>
    createSampleTurn(index % 2 === 0 ? 'agent' : 'user', 'Is it?', index * 3, 2),
  );
  expect(findKeyMoments(turns, { hasTimes: true }).questions).toEqual({ agent: 5_000, user: 5_000 });
  expect(measureFastest(() => findKeyMoments(turns, { hasTimes: true }))).toBeLessThan(100);
});

test('questions that are typed without question marks are counted, and statements are not', () => {
  const { questions } = find(
    ['user', 'how much is it and when does it end', 0, 2],
    ['agent', 'When you arrive, ring the bell. What you need is a key.', 3, 2],
    ['user', 'ok can i cancel it later', 6, 1],
  );
  expect(questions).toEqual({ agent: 0, user: 3 });
});
