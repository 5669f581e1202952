import { expect, test } from 'vitest';
import iconv from 'iconv-lite';
import { sniffDocument } from '../../../electron/service/features/knowledge/parsing/sniff-document.ts';
import { makeDocx, makeEncryptedOffice, makePdf, makeZip, writeTemporary } from './make-files.ts';

const paragraph = '<w:p><w:r><w:t>Hello</w:t></w:r></w:p>';
const sniff = (bytes: Uint8Array | string, name?: string) => sniffDocument(writeTemporary(bytes, name));

test('detects a PDF by its header, regardless of its name and after other bytes', async () => {
  const pdf = await makePdf(['Hello']);
  expect(await sniff(pdf, 'notes.txt')).toBe('pdf');
  expect(await sniff(Buffer.concat([Buffer.alloc(900, 0xff), pdf]))).toBe('pdf');
});

test('detects a DOCX by its entries, even if it is truncated or password-protected', async () => {
  const docx = makeDocx(paragraph.repeat(2000));
  expect(await sniff(docx, 'report.pdf')).toBe('docx');
  expect(await sniff(docx.subarray(0, docx.length >> 1))).toBe('docx');
  expect(await sniff(makeEncryptedOffice())).toBe('docx');
});

test('detects a DOCX that embeds a workbook, and one with other folders', async () => {
  const workbook = makeZip([{ name: 'xl/workbook.xml', bytes: '<workbook/>' }]);
  const embedded = { name: 'word/embeddings/a.xlsx', bytes: workbook, isStored: true };
  expect(await sniff(makeDocx(paragraph, [embedded]))).toBe('docx');
  const parts = ['[Content_Types].xml', '_rels/.rels', 'doc/main.xml'].map((name) => ({ name, bytes: '<a/>' }));
  expect(await sniff(makeZip(parts))).toBe('docx');
  expect(await sniff(makeZip([...parts, { name: 'ppt/presentation.xml', bytes: '<a/>' }]))).toBeUndefined();
});

test.each([
  ['an empty file', Buffer.alloc(0)],
  ['a workbook', makeZip([{ name: 'xl/workbook.xml', bytes: '<workbook/>' }])],
  ['any other zip', makeZip([{ name: 'META-INF/MANIFEST.MF', bytes: 'Manifest-Version: 1.0' }])],
  ['an old Word document', makeEncryptedOffice('WordDocument')],
  ['an image', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['a program', Buffer.concat([Buffer.from('7f454c46020101', 'hex'), Buffer.alloc(500), Buffer.from('main')])],
  ['rich text', '{\\rtf1\\ansi Hello}'],
  [
    'random bytes',
    Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 7919 + (index >> 3) * 104729) & 0xff)),
  ],
])('does not accept %s', async (_, bytes) => {
  expect(await sniff(bytes)).toBeUndefined();
});

test.each([
  ['words that begin like a bitmap', 'BMW sells cars. MZ is a label.'],
  ['a text about PDF files', 'Every PDF begins with %PDF-1.7 and a line of bytes.'],
  ['one line longer than the sample, in two-byte characters', 'é'.repeat(300_000)],
  ['UTF-16 longer than the sample', iconv.encode('Опен хоурс are nine to five.\n'.repeat(20_000), 'utf-16le')],
])('detects %s as text', async (_, bytes) => {
  expect(await sniff(bytes)).toBe('txt');
});
