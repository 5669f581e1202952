import { expect, test } from 'vitest';
import type { SimulationKnowledge } from '../../electron/service/features/simulation/simulation-knowledge.ts';
import { timeSearches, TurnTimer } from '../../electron/service/features/simulation/turn-timer.ts';

let nowMs = 0;
const now = () => nowMs;

/** Each search takes its number of milliseconds, and two at the same time take the longer one's. */
const knowledge: SimulationKnowledge = {
  ask: async ({ question }) => {
    const endMs = nowMs + Number(question);
    await Promise.resolve();
    nowMs = Math.max(nowMs, endMs);
    return { passages: [], answer: 'none' };
  },
  compareSentences: async () => [],
  matchSentences: async () => [],
  sampleChunks: () => [],
};

const search = (ms: number) => ({ question: String(ms), before: [] });

test('a turn by rules has no first token, and the search is a part of the wait', async () => {
  const { knowledge: timed, takeSearchMs } = timeSearches(knowledge, now);
  const timer = new TurnTimer(takeSearchMs, now);
  await timed.ask(search(30), 1);
  nowMs += 10;
  timer.onWords({ isByRules: true });
  nowMs += 60;
  timer.onSound();
  nowMs += 500; // the following sentences
  timer.onSound();
  expect(timer.read()).toEqual({ response_ms: 100, retrieval_ms: 30, first_token_ms: null, first_sound_ms: 60 });
});

test('a turn of a model is measured from its request and from its first token', () => {
  const { takeSearchMs } = timeSearches(knowledge, now);
  const timer = new TurnTimer(takeSearchMs, now);
  nowMs += 205;
  timer.onFirstToken(200);
  nowMs += 90;
  timer.onWords({ isByRules: false });
  nowMs += 10;
  timer.onSound();
  expect(timer.read()).toEqual({ response_ms: 305, retrieval_ms: null, first_token_ms: 200, first_sound_ms: 100 });
});

test('the tokens of a model whose turn rules replace do not count', () => {
  const timer = new TurnTimer(() => null, now);
  nowMs += 50;
  timer.onFirstToken(50);
  nowMs += 900;
  timer.onWords({ isByRules: true });
  nowMs += 40;
  timer.onSound();
  expect(timer.read()).toMatchObject({ response_ms: 990, first_token_ms: null, first_sound_ms: 40 });
});

test('searches at the same time count once, and those of an earlier turn do not count', async () => {
  const { knowledge: timed, takeSearchMs } = timeSearches(knowledge, now);
  await timed.ask(search(70), 1);
  const timer = new TurnTimer(takeSearchMs, now);
  await Promise.all([timed.ask(search(20), 1), timed.ask(search(30), 1)]);
  expect(timer.read().retrieval_ms).toBe(30);
});
