import { expect, test } from 'vitest';
import { findAbsence, handsCallOver } from '../../../electron/service/features/simulation/dialogue/absent-person.ts';

test.each([
  ['no, this is reception, martin left us in the summer', 'replaced'],
  ["she doesn't work here anymore", 'replaced'],
  ['mr kent retired in may', 'replaced'],
  ["i'm his daughter, he's in hospital", 'away'],
  ["my husband's at work until five", 'away'],
  ["he's not here right now", 'away'],
  ['he moved away years ago', null],
  ['i left the keys at work', null],
  ['friday is out', null],
  ['they are out of paint', null],
  ['the boiler is not working', null],
])('“%s” says that the person is %s', (text, absence) => {
  expect(findAbsence(text)).toBe(absence);
});

test.each([
  ["hold on, i'll put you through", true],
  ["she's just walked in, i'll pass you over", true],
  ["john, it's for you", true],
  ["he's coming on friday", false],
  ['put the bins out on monday', false],
  ['can you put me down for two', false],
])('“%s” hands the call over: %s', (text, isHandedOver) => {
  expect(handsCallOver(text)).toBe(isHandedOver);
});
