import { expect, it } from 'vitest';
import {
  findCitingTurn,
  findPreviousTurn,
  findSpeechStart,
  findTurnAt,
  isTurnSpokenAt,
} from '../../../../renderer/features/recordings/find-turn.ts';
import { createSampleTurn } from '../../../helpers/components/sample-call.ts';

const turns = [
  createSampleTurn('agent', 'a', 3, 2),
  createSampleTurn('user', 'b', 6, 4),
  createSampleTurn('agent', 'c', 10, 1),
];

it('finds the turn spoken at a time, the previous one in a pause and none before the first', () => {
  expect([0, 2.99, 3, 5.5, 6, 9.99, 10, 500].map((seconds) => findTurnAt(turns, seconds))).toEqual([
    -1, -1, 0, 0, 1, 1, 2, 2,
  ]);
  expect(findTurnAt([], 3)).toBe(-1);
});

it('finds the first word, or the start of a recording without turns', () => {
  expect(findSpeechStart(turns)).toBe(3);
  expect(findSpeechStart([])).toBe(0);
});

it('distinguishes a pause from a turn', () => {
  expect(isTurnSpokenAt(turns[0], 4)).toBe(true);
  expect(isTurnSpokenAt(turns[0], 5)).toBe(false);
  expect(isTurnSpokenAt(undefined, 5)).toBe(false);
});

it('returns to the start of the current turn first, then to the previous turn', () => {
  expect([0, 3.5, 6.5, 9, 10.2].map((seconds) => findPreviousTurn(turns, seconds))).toEqual([0, 0, 0, 1, 1]);
});

it('finds the last turn that cites a document', () => {
  const passage = { document_id: 'd', title: 'Prices', page: 1, text: 'It costs 10.' };
  const cited = turns.map((turn, index) => (index === 1 ? { ...turn, passages: [passage] } : turn));
  expect([-1, 0, 1, 2].map((index) => findCitingTurn(cited, index))).toEqual([-1, -1, 1, 1]);
});
