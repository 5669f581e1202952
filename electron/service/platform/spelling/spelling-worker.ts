import { workerData } from 'node:worker_threads';
import nspell from 'nspell';
import { serveRequests } from '../workers/serve-requests.ts';
import type { SpellingLanguage, SpellingProtocol } from './dictionary.ts';

const maxSuggestions = 5;

const dictionaries: Readonly<
  Record<SpellingLanguage, () => Promise<{ default: { aff: Uint8Array; dic: Uint8Array } }>>
> = {
  'en-US': () => import('dictionary-en'),
  'en-GB': () => import('dictionary-en-gb'),
};

const { aff, dic } = (await dictionaries[workerData as SpellingLanguage]()).default; // as SpellingDictionary passes it
const dictionary = nspell(Buffer.from(aff), Buffer.from(dic));

serveRequests<SpellingProtocol>({
  check: (words) => words.filter((word) => !isCorrect(word)),
  suggest: (word) => dictionary.suggest(toPlainApostrophes(word)).slice(0, maxSuggestions),
});

/** Codes such as `agt_7f` are no words. The dictionary has words with a straight apostrophe only. */
function isCorrect(word: string): boolean {
  return /[\d_]/.test(word) || dictionary.correct(toPlainApostrophes(word));
}

function toPlainApostrophes(word: string): string {
  return word.replaceAll('’', "'");
}
