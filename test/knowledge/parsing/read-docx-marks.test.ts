import { expect, test } from 'vitest';
import { makePart, makeRelatedParts } from './make-files.ts';
import { code, field, p, r, readBody, row, table, textCell } from './word-markup.ts';

const raised = '<w:vertAlign w:val="superscript"/>';
const lowered = '<w:vertAlign w:val="subscript"/>';
const read = async (body: string) => (await readBody(body)).text;

test.each([
  [r('after 10') + r('4', raised) + r(' hours'), 'after 10⁴ hours'],
  [r('10') + r('-', raised) + r('6', raised) + r(' m'), '10⁻⁶ m'],
  [r('$32') + r('1', raised), '$32¹'],
  [r('$32') + r('1, 2', raised), '$32¹, ²'],
  [r('25') + r('*', raised) + r(' EUR, 30') + r('†', raised), '25* EUR, 30†'],
  [r('20 EUR') + r('a)', raised) + r(' or 30 EUR') + r('b', raised), '20 EUR[a] or 30 EUR[b]'],
  [r('50 m') + r('2', raised), '50 m²'],
  [r('7') + r('2', '<w:position w:val="10"/>'), '7²'],
  [r('CO') + r('2', lowered) + r(' and log') + r('2', lowered) + r('8'), 'CO₂ and log₂8'],
  [r('the 1') + r('st', raised) + r(' and 2') + r('nd', raised), 'the 1st and 2nd'],
  [r('x') + r('n', raised) + r(' and 2') + r('x', raised), 'xⁿ and 2^x'],
  [r('2') + r('k+1', raised), '2^(k+1)'],
  [r('M') + r('me', raised) + r(' Dupont, ACME') + r('TM', raised), 'Mme Dupont, ACMETM'],
  [r('2 ') + r('1', raised) + r('/') + r('2', lowered) + r(' cups'), '2 1/2 cups'],
  [r('2') + r('1', raised) + r('⁄') + r('4', lowered), '2 1/4'],
])('writes raised and lowered text so that no number changes: %s', async (runs, text) => {
  expect(await read(p(runs))).toBe(text);
});

test('finds raised text by a character style', async () => {
  const styles = makePart('w:styles', `<w:style w:type="character" w:styleId="Up"><w:rPr>${raised}</w:rPr></w:style>`);
  const body = p(r('10') + r('4', '<w:rStyle w:val="Up"/>'));
  expect((await readBody(body, makeRelatedParts({ styles }))).text).toBe('10⁴');
});

const mr = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
const fraction = (top: string, bottom: string, properties = '') =>
  `<m:f>${properties}<m:num>${top}</m:num><m:den>${bottom}</m:den></m:f>`;
test.each([
  [fraction(mr('1'), mr('2')), '1/2'],
  [mr('2') + fraction(mr('1'), mr('2')), '2 1/2'],
  [fraction(mr('a+b'), mr('c')), '(a+b)/c'],
  [fraction(mr('n'), mr('k'), '<m:fPr><m:type m:val="noBar"/></m:fPr>'), '(n over k)'],
  [`<m:sSup><m:e>${mr('10')}</m:e><m:sup>${mr('4')}</m:sup></m:sSup>`, '10^4'],
  [`<m:sSup><m:e>${mr('x')}</m:e><m:sup>${mr('n+1')}</m:sup></m:sSup>`, 'x^(n+1)'],
  [`<m:sSup><m:e>${mr('90')}</m:e><m:sup>${mr('∘')}</m:sup></m:sSup>`, '90°'],
  [`<m:sSub><m:e>${mr('x')}</m:e><m:sub>${mr('1')}</m:sub></m:sSub>`, 'x_1'],
  [`<m:sSubSup><m:e>${mr('x')}</m:e><m:sub>${mr('1')}</m:sub><m:sup>${mr('2')}</m:sup></m:sSubSup>`, 'x_1^2'],
  [`<m:rad><m:radPr><m:degHide/></m:radPr><m:deg/><m:e>${mr('16')}</m:e></m:rad>`, '√16'],
  [`<m:rad><m:deg>${mr('3')}</m:deg><m:e>${mr('a+b')}</m:e></m:rad>`, '∛(a+b)'],
  [
    `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${mr('i=1')}</m:sub><m:sup>${mr('n')}</m:sup><m:e>${mr('i')}</m:e></m:nary>`,
    '∑_(i=1)^n i',
  ],
  [`<m:d><m:e>${mr('a+b')}</m:e></m:d>`, '(a+b)'],
  [
    `<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr><m:e>${mr('a')}</m:e><m:e>${mr('b')}</m:e></m:d>`,
    '[a|b]',
  ],
  [`<m:func><m:fName>${mr('sin')}</m:fName><m:e>${mr('x')}</m:e></m:func>`, 'sin x'],
  [
    `<m:m><m:mr><m:e>${mr('1')}</m:e><m:e>${mr('2')}</m:e></m:mr><m:mr><m:e>${mr('3')}</m:e><m:e>${mr('4')}</m:e></m:mr></m:m>`,
    '1, 2; 3, 4',
  ],
  [
    `<m:r><w:rPr><w:vanish/></w:rPr><m:t>x</m:t></m:r><m:phant><m:phantPr><m:show m:val="0"/></m:phantPr><m:e>${mr('y')}</m:e></m:phant>`,
    'x',
  ],
])('writes an equation as a line of text: %s', async (equation, text) => {
  expect(await read(p(`${r('Equal ')}<m:oMath>${equation}</m:oMath>${r(' or so')}`))).toBe(`Equal ${text} or so`);
});

test('separates a number from the fraction beside it', async () => {
  expect(await read(p(`${r('Add 2')}<m:oMath>${fraction(mr('1'), mr('2'))}</m:oMath>${r('5 times')}`))).toBe(
    'Add 2 1/2 5 times',
  );
});

test.each([
  ['EQ \\f(1,2)', '1/2'],
  ['EQ 2\\f(1;2)', '2 1/2'],
  ['EQ 10\\s\\up5(4)', '10^4'],
  ['EQ \\r(3,\\f(1,2))', '3√1/2'],
  ['SYMBOL 254 \\f Wingdings \\s 12', '☑'],
  ['SYMBOL 163 \\f "Symbol"', '≤'],
])('reads the field %s, whose result Word does not store', async (instruction, text) => {
  expect(await read(p(field(code(instruction), '')))).toBe(text);
});

test('says that an equation field was not read', async () => {
  expect(await readBody(p(r('x') + field(code('EQ \\i\\su(1,5,3)'), '')))).toEqual({
    text: 'x',
    leftOut: ['equation: 1'],
  });
});

const sym = (font: string, char: string) => `<w:r><w:sym w:font="${font}" w:char="${char}"/></w:r>`;
const font = (name: string) => `<w:rFonts w:ascii="${name}" w:hAnsi="${name}"/>`;
test.each([
  [sym('Wingdings', 'F0FE') + r(' Yes ') + sym('Wingdings', 'F0A8') + r(' No'), '☑ Yes ☐ No'],
  [sym('Wingdings', 'FD') + sym('Wingdings', 'F0FC') + sym('Wingdings', 'F0E0'), '☒✓→'],
  [sym('Wingdings 2', 'F052') + sym('Wingdings 2', 'F0A3') + sym('Webdings', 'F061'), '☑☐✓'],
  [sym('MS Gothic', '2612') + r(' Yes ') + sym('Segoe UI Symbol', '2610') + r(' No'), '☒ Yes ☐ No'],
  [sym('Wingdings', '2192') + r(' 5 ') + sym('Arial', '00B0') + r('C'), '→ 5 °C'],
  [r('p ') + sym('Symbol', 'F0B3') + r(' 3, ') + sym('Symbol', 'F06D') + r('m'), 'p ≥ 3, μm'],
  [r('\uf0fe', font('Wingdings')) + r(' On-site'), '☑ On-site'],
  [r('o', font('Wingdings')) + r(' Weekend'), '☐ Weekend'],
  [`<w:r><w:rPr>${font('Wingdings')}</w:rPr><w:sym w:font="Wingdings" w:char="F0A8"/></w:r>${r(' Lunch')}`, '☐ Lunch'],
  [r('þ', font('Wingdings')) + r('\uf0b3'), '☑≥'],
])('reads symbol fonts: %s', async (runs, text) => {
  expect(await readBody(p(runs))).toEqual({ text, leftOut: [] });
});

test('counts symbols that are not known', async () => {
  const body = p(r('x') + sym('Company Logo', 'F041') + sym('Arial', 'FFFFFFFF') + r('\uf0ff', font('Webdings')));
  expect(await readBody(body)).toEqual({ text: 'x', leftOut: ['unreadable_character: 3'] });
});

test('reads hyphens, breaks and ruby as a reader sees them', async () => {
  const ruby = `<w:r><w:ruby><w:rubyPr/><w:rt>${r('かぎ')}</w:rt><w:rubyBase>${r('鍵')}</w:rubyBase></w:ruby></w:r>`;
  const body = p(
    `${r('can')}<w:r><w:softHyphen/></w:r>${r('cel 24')}<w:r><w:noBreakHyphen/></w:r>${r('7')}<w:r><w:cr/></w:r>${ruby}<w:r><w:ptab/></w:r>${r('end')}`,
  );
  expect(await read(body)).toBe('cancel 24-7\n鍵\tend');
});

const level = (index: number, format: string, text: string, more = '') =>
  `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`;
const numbering = makeRelatedParts({
  numbering: makePart(
    'w:numbering',
    `<w:abstractNum w:abstractNumId="0">${level(0, 'decimal', '%1.')}${level(1, 'lowerLetter', '%2)')}${level(2, 'decimal', '%1.%2.%3', '<w:isLgl/>')}</w:abstractNum>
     <w:abstractNum w:abstractNumId="1">${level(0, 'bullet', '•')}</w:abstractNum>
     <w:abstractNum w:abstractNumId="2"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="\uf0fc"/><w:rPr><w:rFonts w:ascii="Wingdings"/></w:rPr></w:lvl></w:abstractNum>
     <w:abstractNum w:abstractNumId="3">${level(0, 'upperRoman', 'Article %1', '<w:pStyle w:val="Article"/>')}</w:abstractNum>
     <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>
     <w:num w:numId="3"><w:abstractNumId w:val="2"/></w:num><w:num w:numId="4"><w:abstractNumId w:val="3"/></w:num>
     <w:num w:numId="5"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride></w:num>`,
  ),
  styles: makePart(
    'w:styles',
    '<w:style w:type="paragraph" w:styleId="Article"><w:name w:val="heading 1"/><w:pPr><w:numPr><w:numId w:val="4"/></w:numPr></w:pPr></w:style>',
  ),
});
const item = (text: string, numId: number, index = 0) =>
  p(r(text), `<w:numPr><w:ilvl w:val="${index}"/><w:numId w:val="${numId}"/></w:numPr>`);

test('writes the numbers of lists as Word shows them', async () => {
  const body = [
    item('one', 1),
    item('first', 1, 1),
    item('second', 1, 1),
    item('deep', 1, 2),
    item('two', 1),
    item('again', 1, 1),
    item('plain', 2),
    item('ticked', 3),
    item('seven', 5),
    item('not a list', 0),
    p(r('Scope'), '<w:pStyle w:val="Article"/>'),
    p(r('Price'), '<w:pStyle w:val="Article"/>'),
  ].join('');
  expect((await readBody(body, numbering)).text.split('\n\n')).toEqual([
    '1. one',
    'a) first',
    'b) second',
    '1.2.1 deep',
    '2. two',
    'a) again',
    'plain',
    '✓ ticked',
    '7. seven',
    'not a list',
    'Article I Scope',
    'Article II Price',
  ]);
});

test('numbers footnotes and endnotes, and puts the notes of a table below it', async () => {
  const note = (kind: string, id: number, text: string) =>
    `<w:${kind} w:id="${id}">${p(`<w:r><w:${kind}Ref/></w:r>${r(text)}`)}</w:${kind}>`;
  const notes = makeRelatedParts({
    footnotes: makePart(
      'w:footnotes',
      note('footnote', 7, 'without tax') + note('footnote', 8, 'on request') + note('footnote', 9, 'Gone'),
    ),
    endnotes: makePart('w:endnotes', note('endnote', 2, 'Since 2020.')),
  });
  const ref = (kind: string, id: number, more = '') =>
    `<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:${kind}Reference ${more} w:id="${id}"/></w:r>`;
  const body =
    p(r('It costs $32') + ref('footnote', 7) + r('.') + ref('endnote', 2) + `<w:del>${ref('footnote', 9)}</w:del>`) +
    table(
      row(textCell('Box') + `<w:tc>${p(r('5') + ref('footnote', 8))}</w:tc>`) + row(textCell('Bag') + textCell('3')),
    );
  expect((await readBody(body, notes)).text).toBe(
    'It costs $32[1].[i]\n\n[1] without tax\n\n[i] Since 2020.\n\nBox | 5[2]\nBag | 3\n\n[2] on request',
  );
});

test('reads an equation beside paragraphs, and in a cell', async () => {
  const equation = (text: string) => `<m:oMathPara><m:oMath>${mr(text)}</m:oMath></m:oMathPara>`;
  const rows = `<w:tbl><w:tr><w:tc>${p(r('Rate'))}</w:tc><w:tc>${equation('z=8')}</w:tc></w:tr></w:tbl>`;
  expect(await read(`${p(r('Rates'))}${equation('x=5')}${rows}`)).toBe('Rates\n\nx=5\n\nRate | z=8');
});
