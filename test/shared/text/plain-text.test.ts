import { expect, test } from 'vitest';
import {
  isSameName,
  normalizePassphrase,
  toPlainLine,
  toPlainPath,
  toPlainText,
  toPlainToken,
} from '../../../shared/text/plain-text.ts';

test.each([
  ['  Hanna\tSundby \n', 'Hanna Sundby'],
  ['Han\u0000na', 'Han na'],
  ['invoice\u202efdp.exe', 'invoicefdp.exe'],
  ['\u2066א\u2069 desk', 'א desk'],
  ['half \ud800', 'half \ufffd'],
  ['👩‍💻 café', '👩‍💻 café'],
  ['\u200b\u2060', ''],
  ['\u0000', ''],
])('normalizes the name %j to %j', (given, plain) => {
  expect(toPlainLine(given)).toBe(plain);
});

test.each([
  ['one\r\ntwo\rthree\n\n\tfour ', 'one\ntwo\nthree\n\n\tfour'],
  ['a\u0000b\u001b[31m', 'ab[31m'],
  ['\u0000', ''],
  [' \u200b\n', ''],
  ['\ud800', '\ufffd'],
])('normalizes the text %j to %j', (given, plain) => {
  expect(toPlainText(given)).toBe(plain);
});

test.each([
  ['\u202aNora\u202c Lindqvist', 'Nora Lindqvist'],
  ['\u202eNora', 'Nora'],
  ['\u200eNora\u200f', 'Nora'],
  ['No\u200bra\u2060 \ufeffLind\u00adqvist', 'Nora Lindqvist'],
  ['Nora\u00a0\u2007\u202f\u3000Lindqvist', 'Nora Lindqvist'],
  ['No\u200dra Lind\u200cqvist\u200d', 'Nora Lindqvist'],
  ['渋\u200d谷', '渋谷'],
  ['4\u200d2', '42'],
  ['شركة\u061c النور\u200f', 'شركة النور'],
  ['Nora \u{e0041}\u{e0042}', 'Nora'],
  ['No\u034fra\u17b4 Lind\u{1d173}qvist\u2800', 'Nora Lindqvist'],
  ['Nora\ufe0f \ufe0eLindqvist\u{e0100}', 'Nora Lindqvist'],
])('removes invisible marks from the name %j', (given, plain) => {
  expect(toPlainLine(given)).toBe(plain);
});

test.each([
  ['a Persian name with a non-joiner', 'کتاب\u200cخانه'],
  ['a Sinhala name with a joiner', 'ශ්\u200dරී ලංකා'],
  ['a Malayalam name that ends with a joiner', 'അവന്\u200d'],
  ['a Devanagari name with a joiner', 'क्\u200dष'],
  ['an emoji of several people', '👩‍👩‍👧‍👦 family'],
  ['an emoji with a skin tone and a profession', '👩🏽‍🚒'],
  ['a rainbow flag', '🏳️‍🌈'],
  ['the flag of Wales', '🏴\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}'],
  ['a name with combining accents', 'Zoe\u0308'],
  ['a Japanese name with a variant', '辻\u{e0100}さん'],
  ['emoji with variants', '❤\ufe0f ☎\ufe0e 1\ufe0f\u20e3 ©\ufe0f'],
])('keeps the joiners and marks of %s', (_, name) => {
  expect(toPlainLine(name)).toBe(name);
});

test.each(['\u200d', '\u3164', '\u115f\u1160', '\u2800', '\u034f', '\u202e \u00a0'])(
  'takes %j, of which nothing is visible, as empty',
  (text) => {
    expect(toPlainLine(text)).toBe('');
    expect(toPlainText(text)).toBe('');
  },
);

test.each([
  ['\u202ask_live_9f\u202c\n', 'sk_live_9f'],
  ['\u200b sk_live\u2060_9f\ufeff', 'sk_live_9f'],
  ['\u00a0https://example.com/v1\u200e\u00a0', 'https://example.com/v1'],
  ['ｈｔｔｐｓ：／／ｅｘａｍｐｌｅ．ｃｏｍ／ｖ１', 'https://example.com/v1'],
  ['\u2068nora@example.com\u2069', 'nora@example.com'],
  ['ｎｏｒａ＠example.com', 'nora@example.com'],
  ['org\u00ad_\u200d42', 'org_42'],
  ['org\u00a01', 'org 1'],
  ['組織-1', '組織-1'],
])('takes the token %j as %j', (given, plain) => {
  expect(toPlainToken(given)).toBe(plain);
});

test.each([
  ['\u202aC:\\Backups\\Nora', 'C:\\Backups\\Nora'],
  [' /home/nora/Backups\u200e\u00a0\n', '/home/nora/Backups'],
  ['/home/nora/a\u00a0b/\u200bc', '/home/nora/a\u00a0b/\u200bc'],
])('takes the path %j as %j', (given, plain) => {
  expect(toPlainPath(given)).toBe(plain);
});

test.each([
  ['VIP', 'vip'],
  ['ＶＩＰ', 'VIP'],
  ['❤\ufe0f', '❤'],
  ['1\ufe0f\u20e3', '1\u20e3'],
  ['辻\u{e0100}', '辻'],
  ['Straße', 'STRASSE'],
  ['ﬁx', 'fix'],
  ['ΣΑΣ', 'σας'],
  ['İş', 'i\u0307ş'],
  ['İzmir', 'izmir'],
  ['ILIK', 'ılık'],
  ['Café', 'Cafe\u0301'],
])('%j and %j are the same name', (one, other) => {
  expect(isSameName(one, other)).toBe(true);
});

test.each([
  ['Café', 'Cafe'],
  ['👍🏽', '👍🏿'],
  ['🇩🇪', '🇩🇰'],
])('%j and %j are different names', (one, other) => {
  expect(isSameName(one, other)).toBe(false);
});

test.each(['\ncorrect horse\r\n', 'correct\u034f hor\ufe0fse', 'correct\u200c horse\u200d', 'correct\u{e0041} horse'])(
  'the copied passphrase %j is used without what nobody types',
  (copied) => {
    expect(normalizePassphrase(copied)).toBe('correct horse');
    expect(normalizePassphrase(`${copied} `)).not.toBe('correct horse');
  },
);
