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
  ['yes, our heating does not work any more', null],
  ["mornings don't work for us", null],
  ['you left us a message yesterday', null],
  ['your engineer left us without hot water', null],
  ['we are retired, so any day works', null],
  ['my husband left us in the spring', null],
])('“%s” says that the person is %s', (text, absence) => {
  expect(findAbsence(text, 'Am I speaking to Martin?')).toBe(absence);
});

test.each([
  ["hold on, i'll put you through", true],
  ["she's just walked in, i'll pass you over", true],
  ["john, it's for you", true],
  ["he's coming on friday", false],
  ["i can't transfer you, she is in a meeting", false],
  ["i can't put you through without a name", false],
  ['may I ask who is calling before I put you through', false],
  ['can we get you over on tuesday', false],
  ["it's for you to tell me", false],
  ['put the bins out on monday', false],
  ['can you put me down for two', false],
])('“%s” hands the call over: %s', (text, isHandedOver) => {
  expect(handsCallOver(text)).toBe(isHandedOver);
});
