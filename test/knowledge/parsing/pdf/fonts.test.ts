import { expect, test } from 'vitest';
import { parseSections, readSections } from '../collect-sections.ts';
import { drawPdf, drawText, makeStream } from './draw-pdf.ts';

const sentences = ['Refunds are paid within 14 days of the return.', 'The customer sends the goods to the warehouse.'];
const shift = (text: string) => String.fromCharCode(...Array.from(text, (character) => character.charCodeAt(0) - 29));

/** Numbers the characters in the order in which they occur, as the fonts of some programs do. */
function number(texts: readonly string[], first: number): readonly string[] {
  const codes = new Map<string, number>();
  return texts.map((text) =>
    Array.from(text, (character) => {
      const code = codes.get(character) ?? first + codes.size;
      codes.set(character, code);
      return String.fromCharCode(code);
    }).join(''),
  );
}

const draw = (texts: readonly string[]) =>
  texts.map((text, at) => drawText(60, 700 - at * 20, text, { font: 'FN' })).join(' ');

test('reads a font without a Unicode map whose outlines are in the order of ASCII', async () => {
  const { text } = await readSections(drawPdf([draw(sentences.map(shift))]), 'pdf');
  expect(text.replaceAll(/\s+/g, ' ')).toBe(sentences.join(' '));
});

test('reads a font whose codes are Unicode characters although it has no map', async () => {
  const texts = [...sentences, 'המחיר הוא 45', 'Цена 45', '+49 30 1234 (*5#)'];
  const { sections } = await readSections(drawPdf(texts.map((text) => draw([text]))), 'pdf');
  expect(sections.map(({ omissions }) => omissions)).toEqual(texts.map(() => []));
});

test.each([1, 40, 66, 200])('leaves out a font whose characters are numbered from %d, and says so', async (first) => {
  const title = drawText(60, 760, 'Conditions');
  const page = (await readSections(drawPdf([`${title} ${draw(number(sentences, first))}`]), 'pdf')).sections[0];
  expect(page).toMatchObject({ text: 'Conditions', omissions: [{ kind: 'unreadable_text', count: 1 }] });
});

test('says that the fonts are the reason if nothing can be read', async () => {
  await expect(parseSections(drawPdf([draw(number(sentences, 1))]), 'pdf')).rejects.toMatchObject({
    code: 'no_text',
    message: expect.stringContaining('fonts'),
  });
});

test('reads the ligatures of fonts of TeX', async () => {
  const content =
    'BT /FW 11 Tf 60 700 Td (The o\\016ce has a \\014ne \\015oor for co\\013ee and all the other things.) Tj ET';
  const plain = drawPdf([content]).toString('latin1').replaceAll('Wingdings-Regular', 'CMR10');
  const { text } = await readSections(Buffer.from(plain, 'latin1'), 'pdf');
  expect(text).toBe('The office has a fine floor for coffee and all the other things.');
});

test('reads ligatures whose letters have their bytes in the wrong order', async () => {
  const pdf = drawPdf([drawText(60, 700, 'of\u0001ce', { font: 'FU' })]).toString('latin1');
  const map = 'endbfrange 1 beginbfchar <0001> <66006900> endbfchar endcmap';
  const { text } = await readSections(Buffer.from(pdf.replace('endbfrange endcmap', map), 'latin1'), 'pdf');
  expect(text).toBe('office');
});

test('reads the symbols of Zapf Dingbats', async () => {
  const pdf = drawPdf([`${drawText(60, 700, '4', { font: 'FB' })} ${drawText(75, 700, 'Breakfast')}`]);
  const { text } = await readSections(
    Buffer.from(
      pdf
        .toString('latin1')
        .replace(/\/Encoding \/WinAnsiEncoding \/BaseFont \/Helvetica-Bold/, '/BaseFont /ZapfDingbats'),
      'latin1',
    ),
    'pdf',
  );
  expect(text).toBe('✔ Breakfast');
});

test('leaves out a font of drawings whose names mean nothing, and says so', async () => {
  const [coded = ''] = number(['Refunds are paid within 14 days, and the customer sends the goods.'], 33);
  const names = Array.from({ length: 60 }, (_, at) => `/a${at}`);
  const font = `<</Type /Font /Subtype /Type3 /FontBBox [0 0 500 700] /FontMatrix [0.001 0 0 0.001 0 0] /Resources <<>>
/FirstChar 33 /LastChar 92 /Widths [${names.map(() => 500).join(' ')}] /Encoding <</Differences [33 ${names.join(' ')}]>>
/CharProcs <<${names.map((name) => `${name} 20 0 R`).join(' ')}>>>>`;
  const pdf = drawPdf([`${drawText(60, 760, 'Conditions')} ${drawText(60, 700, coded, { font: 'FB' })}`], {
    objects: [makeStream('500 0 0 0 500 700 d1 0 0 400 600 re f')],
  });
  const replaced = pdf.toString('latin1').replace(/4 0 obj <<.*?>>/, () => `4 0 obj ${font}`);
  const page = (await readSections(Buffer.from(replaced, 'latin1'), 'pdf')).sections[0];
  expect(page).toMatchObject({ text: 'Conditions', omissions: [{ kind: 'unreadable_text', count: 1 }] });
});

test('reads characters by their names that the Unicode map of the font marks as unknown', async () => {
  const map = makeStream(
    'begincmap 1 begincodespacerange <00> <ff> endcodespacerange 3 beginbfchar <21> <0033> <22> <fffd> <23> <0034> endbfchar endcmap',
  );
  const font = `<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /FirstChar 33 /LastChar 35 /Widths [556 556 556]
/Encoding <</Differences [33 /three /one /four]>> /ToUnicode 20 0 R>>`;
  const room = drawText(60, 700, '!"#', { font: 'FB' });
  const pdf = drawPdf([`${drawText(60, 740, 'Room')} ${room}`], { objects: [map] });
  const replaced = pdf.toString('latin1').replace(/4 0 obj <<.*?>>/, () => `4 0 obj ${font}`);
  expect((await readSections(Buffer.from(replaced, 'latin1'), 'pdf')).text).toContain('314');
});

test.each([
  ['in a word', 'of\ue000ce hours are posted at the main entrance'],
  ['at the start of a word', '\ue000oor plans are posted at the main entrance'],
])('says that a character was not read if it is %s', async (_, text) => {
  const page = (await readSections(drawPdf([drawText(60, 700, text, { font: 'FU' })]), 'pdf')).sections[0];
  expect(page?.omissions).toEqual([{ kind: 'unreadable_character', count: 1 }]);
});

test('does not mention a bullet that was not read', async () => {
  const text = drawText(60, 700, '\ue000 Office hours are posted at the main entrance', { font: 'FU' });
  expect((await readSections(drawPdf([text]), 'pdf')).sections[0]?.omissions).toEqual([]);
});

/** Draws a text with bitmaps that are named after their codes, as TeX does. */
function drawBitmaps(text: string): Buffer<ArrayBuffer> {
  const codes = Array.from({ length: 256 }, (_, code) => code);
  const font = `<</Type /Font /Subtype /Type3 /FontBBox [0 0 8 8] /FontMatrix [0.1 0 0 0.1 0 0] /FirstChar 0 /LastChar 255
/Widths [${codes.map(() => 6).join(' ')}] /Encoding <</Differences [0 ${codes.map((code) => `/a${code}`).join(' ')}]>>
/CharProcs <<${codes.map((code) => `/a${code} 21 0 R`).join(' ')}>> /Resources <<>>>>`;
  const options = { objects: [font, makeStream('6 0 0 0 6 6 d1 0 0 6 6 re f')] };
  const hex = Buffer.from(text, 'latin1').toString('hex');
  const words = hex.replaceAll('20', '> -400 <');
  const pdf = drawPdf([`BT /FW 10 Tf 60 700 Td [<${words}>] TJ ET`], options).toString('latin1');
  return Buffer.from(pdf.replaceAll('/FW 10 0 R', '/FW 20 0 R'), 'latin1');
}

test.each([
  ['T1', 'The o\u001ece is \u001cne, caf\u00e9s in \u00d7uvre are rated by the stra\u00ffe.'],
  ['an older encoding', 'The o\u000ece is \u000cne, cafes in the area are rated by the street.'],
])('reads bitmaps of TeX in %s', async (encoding, codes) => {
  const text = (await readSections(drawBitmaps(codes), 'pdf')).text;
  expect(text).toBe(
    encoding === 'T1'
      ? 'The office is fine, cafés in Œuvre are rated by the straße.'
      : 'The office is fine, cafes in the area are rated by the street.',
  );
});

test('reads the euro sign of a font of TeX that only has symbols', async () => {
  expect((await readSections(drawBitmaps('\u00bf \u00bf'), 'pdf')).text).toBe('€ €');
});

test('leaves out bitmaps whose codes are in the order in which they occur', async () => {
  const page = (await readSections(drawBitmaps(number(sentences, 66).join(' ')), 'pdf')).sections[0];
  expect(page).toMatchObject({ text: '', omissions: [{ kind: 'unreadable_text', count: 1 }] });
});

test('says that a Unicode map has no character for a code', async () => {
  const map =
    makeStream(`/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <FF> endcodespacerange
1 beginbfchar <32> <FFFF> endbfchar 1 beginbfrange <41> <7A> <0041> endbfrange endcmap end`);
  const font = '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /ToUnicode 20 0 R>>';
  const pdf = drawPdf([`${drawText(60, 700, 'The fee for all guests of the hotel is 2 EUR', { font: 'FW' })}`], {
    objects: [map, font],
  }).toString('latin1');
  const page = (await readSections(Buffer.from(pdf.replaceAll('/FW 10 0 R', '/FW 21 0 R'), 'latin1'), 'pdf'))
    .sections[0];
  expect(page).toMatchObject({
    text: 'The fee for all guests of the hotel is \ufffd EUR',
    omissions: [{ kind: 'unreadable_character', count: 1 }],
  });
});

test('reads the other characters of a font that does not have some', async () => {
  const page = (await readSections(drawPdf([drawText(60, 700, 'Fee: 25 EUR for \0\0\0\0\0\0', { font: 'FU' })]), 'pdf'))
    .sections[0];
  expect(page).toMatchObject({ text: 'Fee: 25 EUR for', omissions: [{ kind: 'unreadable_text', count: 1 }] });
});

test('reads characters by the parts of their names', async () => {
  const names = ['F', 'o', 'u', 'one.oldstyle', 'nine.oldstyle', 'f_f_i', 'uni00660069', 'five.lf', 'Euro.tab'];
  const font = `<</Type /Font /Subtype /Type1 /BaseFont /ABCDEF+Any /FirstChar 1 /LastChar 9
/Widths [${names.map(() => 520).join(' ')}] /Encoding <</Differences [1 ${names.map((name) => `/${name}`).join(' ')}]>>>>`;
  const codes = '\x01\x02\x03\x04\x05\x06\x07\x08\x09';
  const pdf = drawPdf([drawText(60, 700, codes, { font: 'FW' })], { objects: [font] }).toString('latin1');
  const { text } = await readSections(Buffer.from(pdf.replaceAll('/FW 10 0 R', '/FW 20 0 R'), 'latin1'), 'pdf');
  expect(text).toBe('Fou19ffifi5€');
});

test('leaves out text whose Unicode map moves all letters, and says so', async () => {
  const content = sentences.map((text, at) => drawText(60, 700 - at * 20, text, { font: 'FU' })).join(' ');
  const codes = 'WXY-77 KQZ-91 JXK-20 QWF-55 ZZJ-12 VKX-34';
  const pdf = drawPdf([`${content} ${drawText(60, 640, codes)}`]).toString('latin1');
  const map = '3 beginbfrange <0020> <0040> <0020> <0041> <005a> <0036> <0061> <007a> <0052> endbfrange';
  const moved = Buffer.from(pdf.replace('1 beginbfrange <0000> <FFFF> <0000> endbfrange', map), 'latin1');
  const page = (await readSections(moved, 'pdf')).sections[0];
  expect(page).toMatchObject({ text: codes, omissions: [{ kind: 'unreadable_text', count: 1 }] });
});
