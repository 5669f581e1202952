import { expect, test } from 'vitest';
import { readToolUse, toSentCall } from '../../../electron/service/features/simulation/model/model-tools.ts';

test.each(['{"reason":"angry"}', '"{\\"reason\\":\\"angry\\"}"'])('arguments are read: %s', (json) => {
  expect(readToolUse('hand_over', json)).toEqual({ name: 'hand_over', args: { reason: 'angry' } });
});

test.each(['{}', 'null', '"{}"'])('a tool without arguments is used with %s', (json) => {
  expect(readToolUse('add_to_do_not_call', json)).toEqual({ name: 'add_to_do_not_call', args: {} });
});

test('wrong arguments and unknown tools are named', () => {
  expect(readToolUse('hand_over', 'null')).toMatch(/^The arguments are wrong/);
  expect(readToolUse('hand_over', '{"reason":')).toBe('The arguments are not JSON.');
  expect(readToolUse('toString', '{}')).toBe('There is no tool "toString".');
});

test.each([
  ['{"reason":"ang', '{}'],
  ['[1]', '{}'],
  ['7', '{}'],
  ['null', '{}'],
  ['"{\\"reason\\":\\"angry\\"}"', '{"reason":"angry"}'],
  ['{ "reason": "angry" }', '{"reason":"angry"}'],
])('a call with the arguments %s is sent back as %s', (json, sent) => {
  const call = { id: 'c1', type: 'function' as const, function: { name: 'hand_over', arguments: json } };
  expect(toSentCall(call)).toEqual({ ...call, function: { name: 'hand_over', arguments: sent } });
});
