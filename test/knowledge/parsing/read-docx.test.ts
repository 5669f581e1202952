import {
  Document,
  Footer,
  FootnoteReferenceRun,
  Header,
  HeadingLevel,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
} from 'docx';
import { expect, test } from 'vitest';
import { parseSections, readSections } from './collect-sections.ts';
import { makeDocx, makeEncryptedOffice, makePart, makeRelatedParts, makeStyles, makeZip } from './make-files.ts';

const p = (inner: string, properties = '') => `<w:p>${properties}<w:r>${inner}</w:r></w:p>`;
const t = (text: string) => `<w:t xml:space="preserve">${text}</w:t>`;
const style = (id: string) => `<w:pPr><w:pStyle w:val="${id}"/></w:pPr>`;
const cell = (inner: string) => `<w:tc>${inner}</w:tc>`;
const row = (...cells: readonly string[]) =>
  new TableRow({ children: cells.map((text) => new TableCell({ children: [new Paragraph(text)] })) });
const parseText = async (body: string) => (await readSections(makeDocx(body), 'docx')).text;

test('keeps headings, lists, tables, headers, footers and footnotes', async () => {
  const document = new Document({
    footnotes: { 1: { children: [new Paragraph('Except on holidays.')] } },
    sections: [
      {
        headers: { default: new Header({ children: [new Paragraph('Northwind handbook')] }) },
        footers: { default: new Footer({ children: [new Paragraph('Internal use')] }) },
        children: [
          new Paragraph({ text: 'Handbook', heading: HeadingLevel.TITLE }),
          new Paragraph({ text: 'Opening hours', heading: HeadingLevel.HEADING_1 }),
          new Paragraph({ children: [new TextRun('We open at nine.'), new FootnoteReferenceRun(1)] }),
          new Paragraph({ text: 'Bring a receipt', bullet: { level: 0 } }),
          new Paragraph({ text: 'Prices', heading: HeadingLevel.HEADING_2 }),
          new Table({ rows: [row('Plan', 'Price'), row('Basic', '10')] }),
        ],
      },
    ],
  });
  const { sections } = await readSections(await Packer.toBuffer(document), 'docx');
  expect(sections.map(({ page, heading, text }) => ({ page, heading, text }))).toEqual([
    { page: null, heading: null, text: 'Northwind handbook' },
    {
      page: null,
      heading: 'Opening hours',
      text: 'Handbook\n\nOpening hours\n\nWe open at nine.[1]\n\n[1] Except on holidays.\n\nBring a receipt',
    },
    { page: null, heading: 'Prices', text: 'Prices\n\nPlan | Price\nBasic | 10' },
    { page: null, heading: null, text: 'Internal use' },
  ]);
});

test('detects headings by styles in any language, including inherited ones', async () => {
  const styles = makeStyles(
    `<w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>
     <w:style w:type="paragraph" w:styleId="Eigene"><w:name w:val="Eigene"/><w:basedOn w:val="berschrift1"/></w:style>
     <w:style w:type="paragraph" w:styleId="Loop"><w:name w:val="Loop"/><w:basedOn w:val="Loop"/></w:style>`,
  );
  const body = p(t('Preise'), style('Eigene')) + p(t('Ab 10 Euro.'), style('Loop'));
  const { sections } = await readSections(makeDocx(body, styles), 'docx');
  expect(sections.map(({ heading, text }) => [heading, text])).toEqual([['Preise', 'Preise\n\nAb 10 Euro.']]);
});

test('ignores deleted, moved and hidden text, and field codes', async () => {
  const body = `<w:p><w:r>${t('Kept ')}</w:r><w:ins><w:r>${t('new')}</w:r></w:ins>
    <w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:moveFrom><w:r>${t('moved')}</w:r></w:moveFrom>
    <w:r><w:rPr><w:vanish/></w:rPr>${t('hidden')}</w:r><w:r><w:instrText>PAGE</w:instrText></w:r><w:r>${t(' text')}</w:r></w:p>`;
  expect(await parseText(body)).toBe('Kept new text');
});

test('reads a text box once, after its paragraph', async () => {
  const box = `<w:txbxContent>${p(t('In the box'))}</w:txbxContent>`;
  const shape = `<mc:AlternateContent><mc:Choice Requires="wps">${box}</mc:Choice><mc:Fallback>${box}</mc:Fallback></mc:AlternateContent>`;
  expect(await parseText(p(t('Beside') + shape + t(' it')))).toBe('Beside it\n\nIn the box');
});

test('keeps tabs and breaks, and reads a table in a cell', async () => {
  const inner = `<w:tbl><w:tr>${cell(p(t('a')))}${cell(p(t('b')))}</w:tr></w:tbl>`;
  const table = `<w:tbl><w:tr>${cell(p(t('Outer')))}${cell(inner + p(t('after')))}</w:tr></w:tbl>`;
  expect(await parseText(p(`${t('One')}<w:tab/>${t('two')}<w:br/>${t('three')}`) + table)).toBe(
    'One\ttwo\nthree\n\nOuter | a, b after',
  );
});

test('splits a long document without headings into sections', async () => {
  const { sections } = await readSections(makeDocx(p(t('We are open on Tuesday. ')).repeat(10_000)), 'docx');
  expect(sections.length).toBeGreaterThan(5);
  for (const { text } of sections) expect(text.length).toBeLessThan(40_000);
});

test.each([
  ['a password-protected document', makeEncryptedOffice(), 'encrypted'],
  ['a truncated document', makeDocx(p(t('Hello')).repeat(5000)).subarray(0, 400), 'unreadable'],
  ['a zip without a document', makeZip([{ name: 'word/other.xml', bytes: '<a/>' }]), 'unreadable'],
  ['XML that ends early', makeZip([{ name: 'word/document.xml', bytes: '<w:document><w:body>' }]), 'unreadable'],
  ['XML that is nested too deeply', makeDocx('<w:sdt>'.repeat(100_000) + '</w:sdt>'.repeat(100_000)), 'too_complex'],
  [
    'an entity bomb',
    makeZip([{ name: 'word/document.xml', bytes: '<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><d>&b;</d>' }]),
    'unreadable',
  ],
])('rejects %s', async (_, bytes, code) => {
  await expect(readSections(bytes, 'docx')).rejects.toMatchObject({ name: 'ParseError', code });
});

test('rejects a document without text', async () => {
  await expect(parseSections(makeDocx(p('')), 'docx')).rejects.toMatchObject({ code: 'no_text' });
});

test('rejects zip bombs without decompressing them into memory', async () => {
  const bomb = '<w:p><w:r><w:t>aaaaaaaa</w:t></w:r></w:p>'.repeat(1_500_000);
  const withFalseSize = makeZip([{ name: 'word/document.xml', bytes: bomb, declaredBytes: 1000 }]);
  const withTrueSize = makeDocx(bomb);
  const startedAt = performance.now();
  // The heap is smaller than the uncompressed document, so only a streaming reader succeeds.
  for (const [bytes, code] of [
    [withTrueSize, 'too_complex'],
    [withFalseSize, 'unreadable'],
  ] as const)
    await expect(parseSections(bytes, 'docx', { heapMb: 64 })).rejects.toMatchObject({ name: 'ParseError', code });
  expect(performance.now() - startedAt).toBeLessThan(30_000);
});

test('limits the total uncompressed size and the number of parts', async () => {
  const body = p(t('Some words that differ a little: 1, 2, 3.')).repeat(1000);
  await expect(readSections(makeDocx(body), 'docx', { inflatedBytes: 10_000 })).rejects.toMatchObject({
    code: 'too_complex',
  });
  await expect(readSections(makeDocx(body, makeStyles('')), 'docx', { zipEntries: 2 })).rejects.toMatchObject({
    code: 'too_complex',
  });
});

test('reads only the headers that pages show', async () => {
  const header = (text: string) => makePart('w:hdr', p(t(text)));
  const parts = { header: header('On all pages'), footer: header('Below all pages') };
  const relationships = makeRelatedParts(parts).at(-1);
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/header';
  const others = ['first', 'even'].map((name, index) => ({ id: `r${index + 8}`, name }));
  const bytes = String(relationships?.bytes).replace(
    '</Relationships>',
    `${others.map(({ id, name }) => `<Relationship Id="${id}" Type="${type}" Target="${name}.xml"/>`).join('')}</Relationships>`,
  );
  const all = [
    ...makeRelatedParts(parts).slice(0, -1),
    ...others.map(({ name }) => ({ name: `word/${name}.xml`, bytes: header(`On ${name} pages`) })),
    { name: 'word/_rels/document.xml.rels', bytes },
  ];
  const section = (properties: string) =>
    `<w:sectPr><w:headerReference w:type="default" r:id="r1"/><w:footerReference w:type="default" r:id="r2"/>
     <w:headerReference w:type="first" r:id="r8"/><w:headerReference w:type="even" r:id="r9"/>${properties}</w:sectPr>`;
  const read = async (properties: string) =>
    (await readSections(makeDocx(p(t('Body')) + section(properties), all), 'docx')).text;
  expect(await read('')).toBe('On all pages\n\nBody\n\nBelow all pages');
  expect(await read('<w:titlePg w:val="0"/>')).not.toContain('first');
  expect(await read('<w:titlePg/>')).toBe('On all pages\n\nOn first pages\n\nBody\n\nBelow all pages');
});
