import { expect, test } from 'vitest';
import { makeStyles } from './make-files.ts';
import { cell, code, field, p, r, readBody, row, table, textCell } from './word-markup.ts';

const styles = makeStyles(`
  <w:style w:type="paragraph" w:styleId="Internal"><w:name w:val="Internal"/><w:rPr><w:vanish/></w:rPr></w:style>
  <w:style w:type="paragraph" w:styleId="Derived"><w:name w:val="Derived"/><w:basedOn w:val="Internal"/></w:style>
  <w:style w:type="paragraph" w:styleId="Shown"><w:name w:val="Shown"/><w:basedOn w:val="Internal"/><w:rPr><w:vanish w:val="0"/></w:rPr></w:style>
  <w:style w:type="character" w:styleId="Secret"><w:name w:val="Secret"/><w:rPr><w:vanish/></w:rPr></w:style>
  <w:style w:type="character" w:styleId="Struck"><w:name w:val="Struck"/><w:rPr><w:strike/></w:rPr></w:style>
  <w:style w:type="character" w:styleId="White"><w:name w:val="White"/><w:rPr><w:color w:val="FFFFFF"/></w:rPr></w:style>
  <w:style w:type="table" w:styleId="HiddenTable"><w:name w:val="HiddenTable"/><w:rPr><w:vanish/></w:rPr></w:style>
  <w:style w:type="table" w:styleId="Dark"><w:name w:val="Dark"/><w:tblStylePr w:type="firstRow"><w:rPr><w:color w:val="FFFFFF"/></w:rPr><w:tcPr><w:shd w:val="clear" w:fill="000000"/></w:tcPr></w:tblStylePr></w:style>`);
const seen = r('Seen.');
const useStyle = (id: string) => `<w:pStyle w:val="${id}"/>`;
const useCharacterStyle = (id: string) => `<w:rStyle w:val="${id}"/>`;

test.each([
  ['a hidden run', p(seen + r('Gone', '<w:vanish/>')), 'hidden_text: 1'],
  [
    'runs that are hidden together',
    p(seen + r('Go', '<w:vanish/>') + r('ne', '<w:vanish w:val="true"/>')),
    'hidden_text: 1',
  ],
  ['a hidden character style', p(seen + r('Gone', useCharacterStyle('Secret'))), 'hidden_text: 1'],
  ['a hidden paragraph style', p(r('Gone'), useStyle('Internal')) + p(seen), 'hidden_text: 1'],
  ['a style that is based on a hidden style', p(r('Gone'), useStyle('Derived')) + p(seen), 'hidden_text: 1'],
  [
    'a hidden table style',
    table(row(textCell('Gone')), '<w:tblStyle w:val="HiddenTable"/>') + p(seen),
    'hidden_text: 1',
  ],
  [
    'a hidden paragraph whose mark is hidden too',
    p(r('Gone', '<w:vanish/>'), '<w:rPr><w:vanish/></w:rPr>') + p(seen),
    'hidden_text: 1',
  ],
  ['white text on the page', p(seen + r('Gone', '<w:color w:val="FFFFFF"/>')), 'hidden_text: 1'],
  ['almost white text', p(seen + r('Gone', '<w:color w:val="fdfdfd"/>')), 'hidden_text: 1'],
  ['a white character style', p(seen + r('Gone', useCharacterStyle('White'))), 'hidden_text: 1'],
  [
    'white text in a white cell',
    table(row(cell(p(seen + r('Gone', '<w:color w:val="FFFFFF"/>'), ''), '<w:shd w:val="clear" w:fill="FFFFFF"/>'))),
    'hidden_text: 1',
  ],
  [
    'black text that is blacked out',
    p(seen + r('Gone', '<w:color w:val="000000"/><w:highlight w:val="black"/>')),
    'hidden_text: 1',
  ],
  ['text of one point', p(seen + r('Gone', '<w:sz w:val="2"/>')), 'hidden_text: 1'],
  ['struck out text', p(seen + r('Gone', '<w:strike/>')), 'struck_text: 1'],
  ['doubly struck out text', p(seen + r('Gone', '<w:dstrike/>')), 'struck_text: 1'],
  ['a struck out character style', p(seen + r('Gone', useCharacterStyle('Struck'))), 'struck_text: 1'],
  ['a comment', p(`${seen}<w:r><w:commentReference w:id="0"/></w:r>`), 'comment: 1'],
])('leaves out %s and says so', async (_, body, leftOut) => {
  expect(await readBody(body, styles)).toEqual({ text: 'Seen.', leftOut: [leftOut] });
});

test.each([
  ['a style that shows what its base hides', p(seen, useStyle('Shown'))],
  ['a run that shows what its style hides', p(r('Seen.', '<w:vanish w:val="0"/>'), useStyle('Internal'))],
  ['two hidden styles, which cancel each other', p(r('Seen.', useCharacterStyle('Secret')), useStyle('Internal'))],
  [
    'white text on a dark cell',
    table(row(cell(p(r('Seen.', '<w:color w:val="FFFFFF"/>')), '<w:shd w:val="clear" w:fill="1F3864"/>'))),
  ],
  [
    'white text on a dark paragraph',
    p(r('Seen.', '<w:color w:val="FFFFFF"/>'), '<w:shd w:val="clear" w:fill="000000"/>'),
  ],
  ['white text that is highlighted', p(r('Seen.', '<w:color w:val="FFFFFF"/><w:highlight w:val="darkBlue"/>'))],
  [
    'white text in a table style with dark rows',
    table(row(cell(p(r('Seen.', '<w:color w:val="FFFFFF"/>')))), '<w:tblStyle w:val="Dark"/>'),
  ],
  ['black text', p(r('Seen.', '<w:color w:val="000000"/>'))],
  ['text after a paragraph mark whose properties are hidden', p(seen, '<w:rPr><w:color w:val="FFFFFF"/></w:rPr>')],
])('keeps %s', async (_, body) => {
  expect(await readBody(body, styles)).toEqual({ text: 'Seen.', leftOut: [] });
});

test('reads white text on a page with a drawing behind it', async () => {
  const drawing = '<w:r><w:drawing><wp:anchor behindDoc="1"><a:graphic/></wp:anchor></w:drawing></w:r>';
  expect((await readBody(p(drawing + r('Seen.', '<w:color w:val="FFFFFF"/>')))).text).toBe('Seen.');
});

test('reads white text on a page with a background color', async () => {
  const page = '</w:body><w:background w:color="000000"/><w:body>';
  expect((await readBody(page + p(r('Seen.', '<w:color w:val="FFFFFF"/>')))).text).toBe('Seen.');
});

test.each([
  ['deleted and moved runs', p(`${seen}<w:del>${r('Gone')}</w:del><w:moveFrom>${r('Gone')}</w:moveFrom>`), 'Seen.'],
  ['a deleted row', table(row(textCell('Gone'), '<w:del w:id="1"/>') + row(textCell('Seen.'))), 'Seen.'],
  ['a row that is hidden', table(row(textCell('Gone'), '<w:hidden/>') + row(textCell('Seen.'))), 'Seen.'],
  [
    'the text of a deleted cell',
    table(row(textCell('a') + textCell('Gone', '<w:cellDel w:id="1"/>') + textCell('c'))),
    'a |  | c',
  ],
  ['a deleted field', p(`${seen}<w:del>${field(code('REF x'), r('Gone'))}</w:del>`), 'Seen.'],
  [
    'old properties',
    p(`<w:r><w:rPr><w:rPrChange><w:rPr><w:vanish/></w:rPr></w:rPrChange></w:rPr><w:t>Seen.</w:t></w:r>`),
    'Seen.',
  ],
])('leaves out %s of tracked changes', async (_, body, text) => {
  expect((await readBody(body)).text).toBe(text);
});

test('keeps inserted and moved text, rows and paragraphs', async () => {
  const inserted = `<w:ins>${r('new ')}</w:ins><w:moveTo>${r('moved')}</w:moveTo>`;
  const body = p(inserted, '<w:rPr><w:ins w:id="1"/></w:rPr>') + table(row(textCell('row'), '<w:ins w:id="2"/>'));
  expect((await readBody(body)).text).toBe('new moved\n\nrow');
});

test.each([
  ['deleted', '<w:rPr><w:del w:id="1"/></w:rPr>'],
  ['moved away', '<w:rPr><w:moveFrom w:id="1"/></w:rPr>'],
  ['hidden', '<w:rPr><w:vanish/></w:rPr>'],
  ['a style separator', '<w:rPr><w:vanish/><w:specVanish/></w:rPr>'],
])('joins paragraphs whose mark is %s', async (_, mark) => {
  const body =
    p(r('It costs '), mark) + p(r('45 '), mark) + p(r('EUR.')) + table(row(cell(p(r('1'), mark) + p(r('2')))));
  expect((await readBody(body)).text).toBe('It costs 45 EUR.\n\n12');
});

test('emits a paragraph with a deleted mark at the end of a cell and of the body', async () => {
  const mark = '<w:rPr><w:del w:id="1"/></w:rPr>';
  expect((await readBody(table(row(cell(p(r('a'), mark)))) + p(r('b'), mark))).text).toBe('a\n\nb');
});

test('joins a large initial with its paragraph', async () => {
  expect((await readBody(p(r('O'), '<w:framePr w:dropCap="drop" w:lines="3"/>') + p(r('nce a week.')))).text).toBe(
    'Once a week.',
  );
});

test.each([
  ['a simple field', p(`<w:fldSimple w:instr="REF x">${r('60')}</w:fldSimple>`)],
  ['a complex field', p(field(code('REF x \\h'), r('60')))],
  [
    'fields in the instruction of a field',
    p(field(code('IF ') + field(code('MERGEFIELD plan'), r('Gold')) + code(' = "Gold" "60" "14"'), r('60'))),
  ],
  ['text in an instruction', p(field(code('IF ') + r('14') + code(' = 1'), r('60')))],
  [
    'an instruction that reaches over paragraphs',
    p('<w:r><w:fldChar w:fldCharType="begin"/></w:r>' + code('IF 1 = 1 "') + r('90')) +
      p(
        `${code('"')}<w:r><w:fldChar w:fldCharType="separate"/></w:r>${r('60')}<w:r><w:fldChar w:fldCharType="end"/></w:r>`,
      ),
  ],
  ['fields in the result of a field', p(field(code('QUOTE'), r('6') + field(code('REF y'), r('0'))))],
  [
    'fields without a shown result',
    p(r('60') + field(code('SET x 14'), r('14')) + field(code('ASK x "How many?"'), r('14'))),
  ],
  [
    'a field without a result',
    p(
      `${r('60')}<w:r><w:fldChar w:fldCharType="begin"/></w:r>${code('XE "14"')}<w:r><w:fldChar w:fldCharType="end"/></w:r>`,
    ),
  ],
])('reads only the result of %s', async (_, body) => {
  expect((await readBody(body)).text).toBe('60');
});

test('an instruction that does not end hides only the next paragraphs', async () => {
  const start = p('<w:r><w:fldChar w:fldCharType="begin"/></w:r>');
  const cellText = table(row(cell(start)) + row(textCell('after the cell')));
  expect((await readBody(cellText)).text).toBe('after the cell');
  expect((await readBody(start + p(r('x')).repeat(30) + p(r('the end')))).text).toMatch(/the end$/);
});

test('leaves out placeholders of content controls', async () => {
  const control = (properties: string, content: string) =>
    `<w:sdt><w:sdtPr><w:rPr><w:vanish/></w:rPr>${properties}</w:sdtPr><w:sdtEndPr/><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
  const body =
    control('<w:showingPlcHdr/>', p(r('Click here to enter text.'))) +
    p(control('<w:dropDownList><w:listItem w:displayText="Gold" w:value="g"/></w:dropDownList>', r('Silver'))) +
    p(control('<w:showingPlcHdr w:val="0"/>', r('Kept')));
  expect((await readBody(body)).text).toBe('Silver\n\nKept');
});

test('reads a text box once, in whichever alternative has it', async () => {
  const box = (text: string) => `<w:pict><w:txbxContent>${p(r(text))}</w:txbxContent></w:pict>`;
  const both = `<mc:AlternateContent><mc:Choice Requires="wps">${box('one')}</mc:Choice><mc:Choice Requires="x">${box('one')}</mc:Choice><mc:Fallback>${box('one')}</mc:Fallback></mc:AlternateContent>`;
  const second = `<mc:AlternateContent><mc:Choice Requires="new"><a:graphic/></mc:Choice><mc:Fallback>${box('two')}</mc:Fallback></mc:AlternateContent>`;
  const hidden = `<wp:anchor><wp:docPr hidden="1"/><a:graphic>${box('gone')}</a:graphic></wp:anchor><v:shape style="visibility:hidden">${box('gone')}</v:shape>`;
  expect((await readBody(p(`<w:r>${both}${second}${hidden}</w:r>`))).text).toBe('one\n\ntwo');
});
