import { expect, test } from 'vitest';
import { asksQuestion, splitTurn } from '../../../shared/calls/split-turn.ts';
import { startProcessorTimer } from '../../helpers/processes/start-processor-timer.ts';

test.each([
  ['ok, and if I move?', true],
  ['Okay, and what if I move house', true],
  ['and if I move', true],
  ['when does it end', true],
  ['and where', true],
  ['which week', true],
  ['since when', true],
  ['what floor', true],
  ['who sees this', true],
  ['what a mess', false],
  ['call me if you can', false],
  ['where it is', false],
  ['I wanted to say, and if so, fine', false],
])('“%s” asks something: %s', (sentence, expected) => {
  expect(asksQuestion(sentence)).toBe(expected);
});

test('a turn is split into parts that each mean one thing', () => {
  expect(splitTurn('yes but how much is it and when does it end')).toHaveLength(3);
  expect(splitTurn('she is out, whats this about')).toHaveLength(2);
  expect(splitTurn('i have twins can they be in one picture')).toEqual(['i have twins', 'can they be in one picture']);
  expect(splitTurn('mother is in a wheelchair is that ok')).toHaveLength(2);
  expect(splitTurn('im 74 do i get it for nothing')).toEqual(['im 74', 'do i get it for nothing']);
  expect(splitTurn('it was moved last week does that matter')).toHaveLength(2);
});

test.each([
  'any day but monday',
  'and then i cannot drive or what',
  'you people are unbelievable this is the fourth call',
  'okay yes lets do it',
  'I do not know when it is',
])('“%s” is one part', (turn) => {
  expect(splitTurn(turn)).toHaveLength(1);
});

test.each(['é', 'a', ' ', 'é ', "'", 'and if ', '中'])('a turn of %j only is read without delay', (text) => {
  const readMs = startProcessorTimer();
  asksQuestion(text.repeat(20_000));
  splitTurn(text.repeat(20_000));
  expect(readMs()).toBeLessThan(2_000);
});
