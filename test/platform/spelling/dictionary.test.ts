import { afterEach, expect, test } from 'vitest';
import {
  SpellingDictionary,
  spellingLanguages,
  type SpellingLanguage,
} from '../../../electron/service/platform/spelling/dictionary.ts';

let dictionary: SpellingDictionary;

afterEach(() => dictionary.close());

const words: Readonly<
  Record<SpellingLanguage, { readonly known: readonly string[]; readonly unknown: readonly string[] }>
> = {
  'en-US': {
    known: ['color', 'customer', "don't", 'don’t', 'agt_7fq', '4G'],
    unknown: ['colour', 'custmer', 'lantrn'],
  },
  'en-GB': { known: ['colour', 'organise', 'customer', 'isn’t'], unknown: ['color', 'custmer'] },
};

test.each(spellingLanguages)('finds the words that are not in the dictionary of %s', async (language) => {
  dictionary = new SpellingDictionary(language);
  const { known, unknown } = words[language];
  expect(await dictionary.check([...known, ...unknown])).toEqual(unknown);
});

test('suggests the most similar words', async () => {
  dictionary = new SpellingDictionary('en-US');
  expect(await dictionary.suggest('tommorow')).toEqual(['tomorrow']);
  expect(await dictionary.suggest('recieve')).toContain('receive');
  expect((await dictionary.suggest('helo')).length).toBeLessThanOrEqual(5);
  expect(await dictionary.suggest('zzqxkvbbt')).toEqual([]);
});
