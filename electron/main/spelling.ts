import { app, ipcMain } from 'electron';
import * as z from 'zod';
import type { SpellingDictionary, SpellingLanguage } from '../service/platform/spelling/dictionary.ts';
import type { SettingsStore } from '../service/service.ts';
import { checkSender } from './check-sender.ts';
import { chooseDictionary } from './choose-dictionary.ts';

/** The key of the words that the user has added to the dictionary, in the file of the settings. */
const addedWordsKey = 'addedWords';

const maxAddedWords = 1_000;

/** The words of one text of a page. A longer word is none. */
const wordsSchema = z.array(z.string().max(100)).max(10_000);

export type Spelling = {
  readonly language: SpellingLanguage;
  /** Returns the most similar words, the best first. */
  readonly suggest: (word: string) => Promise<readonly string[]>;
  readonly addWord: (word: string) => void;
};

/**
 * Checks the spelling of what the user types. Returns null on macOS, which does so itself, and if no language of the system has a
 * dictionary here. Chromium's own dictionary is not used, because it downloads its dictionaries.
 */
export function setUpSpelling(settings: SettingsStore): Spelling | null {
  const language = process.platform === 'darwin' ? null : chooseDictionary(app.getPreferredSystemLanguages());
  if (language === null) return null;
  let dictionary: Promise<SpellingDictionary> | null = null;
  const load = () => (dictionary ??= loadDictionary(language));
  const readAddedWords = () => z.array(z.string()).catch([]).parse(settings.get(addedWordsKey));
  ipcMain.handle('check-spelling', async (event, asked: unknown) => {
    checkSender(event);
    const words = wordsSchema.parse(asked);
    const added = new Set(readAddedWords());
    return (await load()).check(words.filter((word) => !added.has(word)));
  });
  return {
    language,
    suggest: async (word) => (await load()).suggest(word),
    addWord: (word) => {
      settings.set(addedWordsKey, [...new Set([...readAddedWords(), word])].slice(-maxAddedWords));
    },
  };
}

async function loadDictionary(language: SpellingLanguage): Promise<SpellingDictionary> {
  const { SpellingDictionary: Dictionary } = await import('../service/platform/spelling/dictionary.ts');
  return new Dictionary(language);
}
