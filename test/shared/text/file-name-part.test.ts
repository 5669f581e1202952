import { expect, it } from 'vitest';
import { toFileNamePart } from '../../../shared/text/file-name-part.ts';

it.each([
  ['Harbour Office', 'Harbour-Office'],
  ['हिन्दी प्रिया', 'हिन्दी-प्रिया'],
  ['ที่กรุงเทพ', 'ที่กรุงเทพ'],
  ['مُحَمَّد: متجر', 'مُحَمَّد-متجر'],
  ['Zoe\u0308', 'Zoë'],
  ['می\u200cخواهم', 'میخواهم'],
  ['../..\\a:b\u0000', 'a-b'],
  ['\u0301 x', 'x'],
  ['???', ''],
])('keeps the letters, marks and digits of %s', (text, expected) => {
  expect(toFileNamePart(text, { maxLength: 60 })).toBe(expected);
});

it('does not cut a letter from its marks', () => {
  expect(toFileNamePart('abकि', { maxLength: 3 })).toBe('ab');
  expect(toFileNamePart(`a${'\u0301'.repeat(99)}`, { maxLength: 3 })).toBe('á\u0301\u0301');
});
