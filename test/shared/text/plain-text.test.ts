import { expect, test } from 'vitest';
import { toPlainLine, toPlainText } from '../../../shared/text/plain-text.ts';

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
