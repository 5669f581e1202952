import { recordingLimits } from '../recorder-protocol.ts';
import { normalizeAbbreviations } from './normalize-abbreviations.ts';
import { normalizeAddresses } from './normalize-addresses.ts';
import { normalizeAmounts } from './normalize-amounts.ts';
import { normalizeCharacters } from './normalize-characters.ts';

/** Longer sequences are split, because the synthesizer would read them for minutes. */
const maxWordChars = 40;

const longWordPattern = new RegExp(`[^\\s]{${maxWordChars}}(?=[^\\s])`, 'g');

const monthNames = 'January February March April May June July August September October November December'.split(' ');

/** The dot of a spelled abbreviation, such as `p.m.` or `A.P.I.`, ends a sentence only at the end of the text. */
const sentenceEndPattern = /(?<!\b[A-Za-z]\.)(?<=[.?!]['")]*)\s+|\s*\n\s*/;

const clauseEndPattern = /(?<=[,;:])\s+/;

/**
 * Prepares a text for speech synthesis: plain English letters, digits and punctuation, with amounts, dates, addresses and
 * abbreviations written as they are pronounced. Returns no letter or digit if nothing of the text can be pronounced.
 */
export function normalizeText(text: string): string {
  return normalizeAbbreviations(normalizeAmounts(normalizeAddresses(normalizeDates(normalizeCharacters(text)))))
    .replaceAll(longWordPattern, '$& ')
    .replaceAll(/[ \t]*\n\s*/g, '\n')
    .replaceAll(/[ \t]+(?=[,.;:?!])/g, '')
    .replaceAll(/([,;:])(?:\s*[,;:])+/g, '$1')
    .replaceAll(/[ \t]{2,}/g, ' ')
    .trim();
}

/** Names the month of ISO dates. The order of other numeric dates is ambiguous, so their numbers are read in order. */
function normalizeDates(text: string): string {
  return text
    .replaceAll(/\b(\d{4})-(\d{2})-(\d{2})(?=\b|T\d)/g, (date, year: string, month: string, day: string) => {
      const monthName = monthNames[Number(month) - 1];
      return monthName ? `${monthName} ${Number(day)}, ${year}` : date;
    })
    .replaceAll(/\b(\d{1,2})\/(\d{1,2})\/(\d{4})\b/g, '$1, $2, $3')
    .replaceAll(/\b(\d{4})\/(\d{2,4})\b/g, '$1, $2');
}

/**
 * Splits a normalized text into the pronounceable parts that are synthesized one by one: sentences, and if a sentence is
 * too long, its clauses or words.
 */
export function splitUtterances(text: string): readonly string[] {
  return text
    .split(sentenceEndPattern)
    .flatMap((sentence) => packPieces(sentence, clauseEndPattern))
    .flatMap((part) => packPieces(part, /\s+/))
    .filter((part) => /[A-Za-z0-9]/.test(part));
}

/** Joins as many pieces as fit into one part. A piece that exceeds the limit by itself is not split. */
function packPieces(text: string, separator: RegExp): string[] {
  if (text.length <= recordingLimits.sentenceLength) return [text];
  const parts: string[] = [];
  let current = '';
  for (const piece of text.split(separator)) {
    const joined = current ? `${current} ${piece}` : piece;
    if (current && joined.length > recordingLimits.sentenceLength) {
      parts.push(current);
      current = piece;
    } else {
      current = joined;
    }
  }
  return [...parts, current];
}
