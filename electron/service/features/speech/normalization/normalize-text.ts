import { recordingLimits } from '../recorder-protocol.ts';
import { normalizeAmounts } from './normalize-amounts.ts';

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

/** Spelled out, because a dot would end the sentence. */
const abbreviations: readonly (readonly [RegExp, string])[] = [
  [/\be\.\s?g\.,?/gi, 'for example,'],
  [/\bi\.\s?e\.,?/gi, 'that is,'],
  [/\betc\b\.?(?=\s+[A-Z]|\s*$)/gm, 'et cetera.'],
  [/\betc\b\.?/gi, 'et cetera'],
  [/\bvs\b\.?/gi, 'versus'],
  [/\bDr\.(?=\s)/g, 'Doctor'],
  [/\bMr\.(?=\s)/g, 'Mister'],
  [/\bMrs\.(?=\s)/g, 'Missus'],
  [/\bMs\b\.?(?=\s[A-Z])/g, 'Miz'],
  [/\bProf\.(?=\s)/g, 'Professor'],
  [/\bSt\.(?=\s[A-Z])/g, 'Saint'],
  [/\bNos?\.(?=\s?\d)/g, 'number'],
  [/\bapprox\./gi, 'approximately'],
  [/\bdept\./gi, 'department'],
  [/\bext\.(?=\s?\d)/gi, 'extension'],
  [/\bincl\./gi, 'including'],
  [/\bInc\.(?=,?\s[a-z])/g, 'Incorporated'],
  [/\bLtd\b\.?(?=,?\s[a-z])/g, 'Limited'],
  [/\bCo\.(?=,?\s[a-z])/g, 'Company'],
  [/\b(Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.(?=\s\d)/g, '$1'],
  [/\bw\/o\b/gi, 'without'],
  [/\bw\/(?=\s)/gi, 'with'],
];

/** Acronyms that people spell, but that the synthesizer would read as a word. */
const acronymPattern =
  /\b(?:AI|API|ATM|CEO|CIO|COO|CTO|ETA|EU|FAQ|ID|IP|ISO|ISP|IVR|LAN|OS|OTP|QA|ROI|RSVP|SEO|SKU|SLA|SMS|SSO|UAE|UI|URL|US|UX|VAT|VIP|WAN)(?=s?\b)/g;

/** Symbols that are pronounced, and markup that is removed because the synthesizer would say `asterisk` and the like. */
const symbolReplacements: readonly (readonly [RegExp, string])[] = [
  [/<\/?[a-z][^<>]{0,200}>/gi, ' '],
  [/&(?:amp;)?/g, ' and '],
  [/\bC#/g, 'C sharp'],
  [/\bC\+\+/g, 'C plus plus'],
  [/#(?=\d)/g, 'number '],
  [/~(?=\s?\d)/g, 'about '],
  [/\b([A-Z])\/([A-Z])\b/g, '$1 $2'],
  [/\band\/or\b/gi, 'and or'],
  [/(?<=[A-Za-z]{2}) ?\/ ?(?=[A-Za-z]{2})/g, ' or '],
  [/(?<=\w) ?= ?(?=\w)/g, ' equals '],
  [/(?<=\w) ?\+ ?(?=\w)/g, ' plus '],
  [/(?<=\d)\+/g, ' plus'],
  [/(?<=\w)@(?=\w)/g, ' at '],
  [/(?<=\s)-+(?=\s)/g, ','],
  [/[<>{}[\]()|\\^*_#~="`@+\u00a3\u00a5\u00b0\u20ac\u20b9]/g, ' '],
  [/(?<!\d)\/|\/(?!\d)/g, ' '],
  [/[$%](?<!\d[$%])(?!\d)/g, ' '],
];

/** Spells out abbreviations, acronyms and symbols. */
function normalizeAbbreviations(text: string): string {
  let normalized = text;
  for (const [pattern, replacement] of [...abbreviations, ...symbolReplacements])
    normalized = normalized.replaceAll(pattern, replacement);
  return normalized.replaceAll(acronymPattern, (letters) => [...letters].map((letter) => `${letter}.`).join(''));
}

const labelPattern = String.raw`[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})`;
const domainPattern = String.raw`(?:${labelPattern}\.){1,8}[A-Za-z]{2,24}`;

const emailPattern = new RegExp(String.raw`\b([A-Za-z0-9._%+-]{1,64})@(${domainPattern})`, 'g');
const urlPattern = new RegExp(String.raw`\b(?:https?:\/\/|ftp:\/\/)(?:www\.)?([^\s"'<>]{1,2000})`, 'gi');
const bareDomainPattern = new RegExp(
  String.raw`\b(?:www\.(${domainPattern})|(${labelPattern}(?:\.${labelPattern}){0,4}\.(?:com|org|net|io|dev|app|edu|gov|co\.uk)))(\/[^\s"'<>]*)?`,
  'gi',
);

/** North American notation, then with a country code, then with a leading zero. */
const phonePattern =
  /(?<![\w.$])(?:(?:1[ .-])?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}|\+\d{1,3}(?:[ .-]?\(?\d{1,4}\)?){2,5}|0\d{1,4}(?:[ -]\d{2,4}){2,3})(?!\w|[.,]\d)/g;
const unspacedPhonePattern = /(?<![\w.$])\+(\d{7,15})\b/g;

/** Spells out email addresses, URLs and phone numbers for a listener who writes them down. */
function normalizeAddresses(text: string): string {
  return text
    .replaceAll(urlPattern, (_, rest: string) => normalizeUrl(rest))
    .replaceAll(
      emailPattern,
      (_, user: string, host: string) => `${normalizeUrlPart(user)} at ${normalizeUrlPart(host)}`,
    )
    .replaceAll(bareDomainPattern, (_, wwwDomain?: string, domain?: string, path?: string) =>
      normalizeUrl((wwwDomain ?? domain ?? '') + (path ?? '')),
    )
    .replaceAll(unspacedPhonePattern, (_, digits: string) =>
      formatDigitGroups(digits.match(/\d{1,3}(?=(?:\d{3})*\d{4}$)|\d{4}$/g) ?? []),
    )
    .replaceAll(phonePattern, (number) => normalizePhone(number));
}

/** Spells out host and path, without query and fragment. */
function normalizeUrl(url: string): string {
  const punctuation = /[.,;:!?)\]]*$/.exec(url)?.[0] ?? '';
  const [hostAndPath = ''] = url.slice(0, url.length - punctuation.length).split(/[?#]/);
  return hostAndPath.split('/').filter(Boolean).map(normalizeUrlPart).join(' slash ') + punctuation;
}

function normalizeUrlPart(part: string): string {
  return part
    .replaceAll('.', ' dot ')
    .replaceAll('_', ' underscore ')
    .replaceAll('-', ' dash ')
    .replaceAll('+', ' plus ');
}

function normalizePhone(number: string): string {
  const groups = number.match(/\d+/g) ?? [];
  const count = groups.join('').length;
  return count >= 7 && count <= 15 ? formatDigitGroups(groups) : number;
}

/** Separates digits with spaces and groups with commas, which the synthesizer reads as pauses. */
function formatDigitGroups(groups: readonly string[]): string {
  return groups.map((digits) => [...digits].join(' ')).join(', ');
}

/** Letters that Unicode does not decompose into a plain letter and an accent. */
const letterReplacements: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'Ae',
  œ: 'oe',
  Œ: 'Oe',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ð: 'th',
  Ð: 'Th',
  þ: 'th',
  Þ: 'Th',
  ł: 'l',
  Ł: 'L',
  ı: 'i',
};

/** Typographic symbols and their ASCII spelling. */
const typographicReplacements: readonly (readonly [RegExp, string])[] = [
  [/[\u2018-\u201b\u2032\u00b4`]/g, "'"],
  [/[\u201c-\u201f\u2033\u00ab\u00bb\u2039\u203a]/g, '"'],
  [/(?<=\d(?:%|[kmb]|[ap]m)?)\s*[\u2012\u2013]\s*(?=\p{Sc}?\d)/giu, ' to '],
  [/[\u2010\u2011\u2212]/g, '-'],
  [/\s*[\u2012-\u2015]\s*/g, ', '],
  [/[\u2022\u25cf\u25aa\u2028\u2029]/g, '\n'],
  [/(?<=\d)\u00bd/g, ' and a half'],
  [/(?=[\u00bc-\u00be])/g, ' '],
  [/\u00d7/g, ' times '],
  [/\u00f7/g, ' divided by '],
  [/\u00b1/g, ' plus or minus '],
  [/\u2122/g, ''],
];

/**
 * Converts a text to ASCII, line breaks, and currency and degree signs. Removes accents, and characters without an
 * equivalent, such as emoji, other scripts and control characters.
 */
function normalizeCharacters(text: string): string {
  let plain = text.replaceAll(/\r\n?/g, '\n');
  for (const [pattern, replacement] of typographicReplacements) plain = plain.replaceAll(pattern, replacement);
  plain = plain.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll('\u2044', '/');
  for (const [letter, replacement] of Object.entries(letterReplacements)) plain = plain.replaceAll(letter, replacement);
  return plain.replaceAll(/[^\n -~\u00a3\u00a5\u00b0\u20ac\u20b9]/gu, ' ');
}
