import { expect, test } from 'vitest';
import { readTextFile } from '../../../renderer/format/read-text-file.ts';

const text = 'Number;Grund\r\n+493022720;Müller – “nein”';
const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');

test.each([
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
  ['UTF-16', utf16],
  ['UTF-16 in the other byte order', Buffer.from(utf16).swap16()],
  ['Windows-1252', Buffer.from(text.replace('–', '\x96').replace('“', '\x93').replace('”', '\x94'), 'latin1')],
])('a file in %s is read', async (_, bytes) => {
  expect(await readTextFile(new Blob([bytes]))).toBe(text);
});
