import { expect, test } from 'vitest';
import { listNumbersOfSubscriber, listSearchedDigits } from '../../electron/service/platform/phone-numbers.ts';

test.each([
  ['+14155550132', ['+14155550132']],
  ['+551132345678', ['+551132345678']],
  ['+551187654321', ['+551187654321', '+5511987654321']],
  ['+5491123456789', ['+5491123456789', '+541123456789']],
  ['+1415555013233', ['+1415555013233', '+14155550132']],
])('%s reaches the same subscriber as %j', (number, numbers) => {
  expect(listNumbersOfSubscriber(number)).toEqual(numbers);
});

test.each([
  ['442079460018', '+442079460018'],
  ['4402079460018', '+442079460018'],
  ['00442079460018', '+442079460018'],
  ['004402079460018', '+442079460018'],
  ['440207946', '+442079460018'],
  ['02079460018', '+442079460018'],
  ['0207946', '+442079460018'],
  ['9460018', '+442079460018'],
  ['061234', '+390612345678'],
  ['541123456789', '+5491123456789'],
  ['551187654321', '+5511987654321'],
])('a search for %s finds %s', (digits, number) => {
  expect(listSearchedDigits(digits).some((form) => number.includes(form))).toBe(true);
});

test('a search for a few digits finds them only', () => {
  expect(listSearchedDigits('0155')).toEqual(['0155']);
});
