import { expect, test } from 'vitest';
import { listSearchedDigits, listStoredForms } from '../../electron/service/platform/phone-numbers.ts';

test.each([
  ['+4402079460018', '+442079460018'],
  ['+49003090182011', '+493090182011'],
  ['+784951234567', '+74951234567'],
  ['+3606 1 234 5678'.replaceAll(' ', ''), '+3612345678'],
  ['+5215512345678', '+525512345678'],
])('the stored form %s is found for %s', (stored, number) => {
  expect(listStoredForms(number)).toContain(stored);
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
])('a search for %s finds %s', (digits, number) => {
  expect(listSearchedDigits(digits).some((form) => number.includes(form))).toBe(true);
});

test('a search for a few digits finds them only', () => {
  expect(listSearchedDigits('0155')).toEqual(['0155']);
});
