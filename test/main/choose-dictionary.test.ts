import { expect, test } from 'vitest';
import { chooseDictionary } from '../../electron/main/choose-dictionary.ts';

test.each([
  [['en-US'], 'en-US'],
  [['en'], 'en-US'],
  [['en-PH', 'fil'], 'en-US'],
  [['en-GB'], 'en-GB'],
  [['en-AU', 'en-US'], 'en-GB'],
  [['de-DE', 'en-IN'], 'en-GB'],
  [['de-DE', 'fr'], null],
  [['c'], null],
  [[], null],
])('for a system with the languages %j it is %s', (languages, expected) => {
  expect(chooseDictionary(languages)).toBe(expected);
});
