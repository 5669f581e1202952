import { deflateSync } from 'node:zlib';
import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { parseSections, readSections } from '../collect-sections.ts';
import { makePdf, makeRawPdf } from '../make-files.ts';

test('returns pages and joins the lines of a paragraph', async () => {
  const paragraph =
    'Our customers may return every article within thirty days of the purchase, as long as it is unused. ';
  const { sections } = await readSections(await makePdf([paragraph.repeat(4), null, 'Third page']), 'pdf');
  expect(sections.map(({ page, pageCount }) => [page, pageCount])).toEqual([
    [1, 3],
    [2, 3],
    [3, 3],
  ]);
  expect(sections[0]?.text).toBe(paragraph.repeat(4).trim());
  expect(sections[1]?.text).toBe('');
  expect(sections[2]?.text).toBe('Third page');
});

test('reads a PDF with restricted permissions, and rejects one that requires a password', async () => {
  const restricted = await makePdf(['Hello'], { ownerPassword: 'secret', permissions: { copying: false } });
  expect((await readSections(restricted, 'pdf')).text).toBe('Hello');
  const locked = await makePdf(['Hello'], { userPassword: 'secret' });
  await expect(readSections(locked, 'pdf')).rejects.toMatchObject({ code: 'encrypted' });
});

test('suggests text recognition for a PDF without text', async () => {
  const failure = { code: 'no_text', message: expect.stringContaining('OCR') };
  await expect(parseSections(await makePdf([null, null]), 'pdf')).rejects.toMatchObject(failure);
});

test.each([0.2, 0.5, 0.9])('rejects a truncated PDF: %d of its bytes', async (share) => {
  const bytes = await makePdf(Array.from({ length: 20 }, (_, index) => `Page ${index + 1}`));
  const part = bytes.subarray(0, Math.floor(bytes.length * share));
  await expect(readSections(part, 'pdf')).rejects.toMatchObject({ code: 'unreadable' });
});

test('rejects a file that has only the header of a PDF', async () => {
  const invalid = `%PDF-1.7\n${'invalid '.repeat(1000)}\n%%EOF`;
  await expect(readSections(invalid, 'pdf')).rejects.toMatchObject({ code: 'unreadable' });
});

test('reads hundreds of pages in order', async () => {
  const texts = Array.from({ length: 400 }, (_, index) => `This is page ${index + 1}.`);
  const { sections } = await readSections(await makePdf(texts), 'pdf');
  expect(sections.map(({ text }) => text)).toEqual(texts);
});

test('reads Japanese text with a font that is not embedded', async () => {
  const font = `<</Type /Font /Subtype /Type0 /BaseFont /Ryumin /Encoding /90ms-RKSJ-H /DescendantFonts [<</Type /Font
    /Subtype /CIDFontType0 /BaseFont /Ryumin /CIDSystemInfo <</Registry (Adobe) /Ordering (Japan1) /Supplement 2>>
    /FontDescriptor <</Type /FontDescriptor /FontName /Ryumin /Flags 4>>>>]>>`;
  const hex = iconv.encode('営業時間', 'shift_jis').toString('hex');
  const { text } = await readSections(makeRawPdf(Buffer.from(`BT /F 12 Tf 50 700 Td <${hex}> Tj ET`), '', font), 'pdf');
  expect(text).toBe('営業時間');
});

test('rejects a page that is too large after decompression', async () => {
  const packed = deflateSync(Buffer.alloc(120 * 1024 * 1024, ' '), { level: 1 });
  const bytes = makeRawPdf(packed, '/Filter /FlateDecode', '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>');
  await expect(parseSections(bytes, 'pdf', { memoryMb: 128 })).rejects.toMatchObject({ code: 'too_complex' });
});
