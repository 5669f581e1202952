import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, session } from 'electron';
import { replacePrivateFile } from '../service/platform/files/private-files.ts';
import { chooseDictionary, type SpellingLanguage } from './choose-dictionary.ts';
import { logError } from './log-error.ts';

/** The version of a dictionary in the names of Chromium's files. */
const dictionaryVersion = '10-1';

/** Chromium would download a dictionary that it does not find, even if no window checks spelling. No host has this name (RFC 6761). */
const noDownloads = 'https://switchboard.invalid/';

/**
 * Sets up the check of spelling, and returns whether windows can check it: on macOS, which has dictionaries of its own, and
 * elsewhere if one that ships is for a language of the system. It is in Chromium's format, and was converted from
 * https://wordlist.aspell.net (version 2020.12.07) with the program qwebengine_convert_dict of Qt.
 */
export function setUpSpelling(): boolean {
  if (process.platform === 'darwin') return true;
  const { defaultSession } = session;
  defaultSession.setSpellCheckerDictionaryDownloadURL(noDownloads);
  defaultSession.setSpellCheckerLanguages([]);
  const language = chooseDictionary(app.getPreferredSystemLanguages());
  if (language === null) return false;
  try {
    copyDictionary(language);
  } catch (error) {
    logError(error); // the disk is full, or the folder cannot be written
    return false;
  }
  defaultSession.setSpellCheckerLanguages([language]);
  return true;
}

/** Chromium reads dictionaries only from the folder of its own data. */
function copyDictionary(language: SpellingLanguage): void {
  const source = fileURLToPath(new URL(`dictionaries/${language}.bdic`, import.meta.url));
  const folder = join(app.getPath('sessionData'), 'Dictionaries');
  const path = join(folder, `${language}-${dictionaryVersion}.bdic`);
  if (statSync(path, { throwIfNoEntry: false })?.size === statSync(source).size) return;
  mkdirSync(folder, { recursive: true });
  replacePrivateFile(path, readFileSync(source));
}
