import { expect, test } from 'vitest';
import { readSections } from '../collect-sections.ts';
import { drawPdf, drawText, makeStream } from './draw-pdf.ts';

type Square = readonly [bottom: number, top: number];
const small: Square = [350, 750];

/** Creates a TrueType font of squares. Glyphs have the numbers of ASCII characters, and are as high as digits unless `squares` has them. */
function makeFont(squares: Readonly<Record<string, Square>>): string {
  const glyphs = Array.from({ length: 128 }, (_, code) => {
    const [bottom, top] = squares[String.fromCharCode(code)] ?? [0, 700];
    const points = [0, 500, 0, -500, bottom, 0, top - bottom, 0];
    return toWords([1, 0, bottom, 500, top, 3, 0, 0x0101, 0x0101, ...points]);
  });
  const [size = 0] = glyphs.map(({ length }) => length);
  const tables = Object.entries({
    glyf: Buffer.concat(glyphs),
    head: toWords([1, 0, 1, 0, 0, 0, 0x5f0f, 0x3cf5, 0, 1000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 500, 750, 0, 8, 2, 0, 0]),
    hhea: toWords([1, 0, 750, 0, 0, 556, 0, 0, 500, 1, 0, 0, 0, 0, 0, 0, 0, glyphs.length]),
    hmtx: toWords(glyphs.flatMap(() => [556, 0])),
    loca: toWords([...glyphs, 0].map((_, index) => (index * size) / 2)),
    maxp: toWords([1, 0, glyphs.length, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]),
  });
  const start = 12 + tables.length * 16;
  const offsets = tables.map((_, at) => tables.slice(0, at).reduce((sum, [, { length }]) => sum + length, start));
  const directory = tables.map(([name, { length }], at) =>
    Buffer.concat([Buffer.from(name), toWords([0, 0, 0, offsets[at] ?? 0, 0, length])]),
  );
  const parts = [toWords([1, 0, tables.length, 64, 2, 32]), ...directory, ...tables.map(([, bytes]) => bytes)];
  return Buffer.concat(parts).toString('latin1');
}

function toWords(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, index) => bytes.writeUInt16BE(value & 0xffff, index * 2));
  return bytes;
}

async function readWithFont(text: string, squares: Readonly<Record<string, Square>>, map = '') {
  const pdf = drawPdf([drawText(60, 700, text, { font: 'FU' })], { objects: [makeStream(makeFont(squares))] });
  const embedded = pdf.toString('latin1').replace('/Flags 4>>', '/Flags 4 /FontFile2 20 0 R>>');
  return (await readSections(Buffer.from(embedded.replace('endbfrange', `endbfrange ${map}`), 'latin1'), 'pdf')).text;
}

test.each<readonly [name: string, text: string, squares: Readonly<Record<string, Square>>, read: string]>([
  ['an exponent', 'About 104 hours', { '4': small }, 'About 10⁴ hours'],
  ['an exponent with a sign', 'About 10-7 grams', { '-': [500, 560], '7': small }, 'About 10⁻⁷ grams'],
  ['the mark of a footnote', 'It costs 12a EUR', { a: small }, 'It costs 12[a] EUR'],
  ['a fraction', 'A screw of 31/2 inch', { '1': small, '2': [0, 400] }, 'A screw of 3 1/2 inch'],
  ['old style digits', 'The year 1974', { '9': [-200, 450], '7': [-200, 450], '4': [-200, 450] }, 'The year 1974'],
  ['a font that is above the baseline', 'About 104 hours', { '1': [200, 900], '0': [200, 900] }, 'About 104 hours'],
])('reads %s in a font whose digits differ in height', async (_, text, squares, read) => {
  expect(await readWithFont(text, squares)).toBe(read);
});

test('reads an exponent in a font of drawings', async () => {
  const drawing = (bottom: number, top: number) =>
    makeStream(`600 0 0 ${bottom} 500 ${top} d1 0 ${bottom} 500 ${top - bottom} re f`);
  const font = `<</Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 48
/LastChar 52 /Widths [600 600 0 0 600] /CharProcs <</zero 21 0 R /one 21 0 R /four 22 0 R>>
/Encoding <</Type /Encoding /Differences [48 /zero /one 52 /four]>>>>`;
  const objects = [font, drawing(0, 700), drawing(350, 750)];
  const content = `${drawText(60, 700, 'About')} ${drawText(95, 700, '104').replace('/F1', '/F3')}`;
  const pdf = drawPdf([content], { objects }).toString('latin1').replaceAll('/F1 3 0 R', '/F1 3 0 R /F3 20 0 R');
  expect((await readSections(Buffer.from(pdf, 'latin1'), 'pdf')).text).toBe('About 10⁴');
});

test('keeps a number apart from a fraction that is one character with the text of its digits', async () => {
  const map = '1 beginbfchar <0040> <0031002F0032> endbfchar';
  expect(await readWithFont('A screw of 3@ inch', {}, map)).toBe('A screw of 3½ inch');
});

test('reads no ligature where the Unicode map of a font with the numbers of outlines lacks a letter', async () => {
  const map = '1 beginbfchar <0061> <0062> endbfchar';
  expect(await readWithFont('a Theater Rialt\r, Pr\rgram', {}, map)).toBe('b Thebter Riblt , Pr grbm');
});
