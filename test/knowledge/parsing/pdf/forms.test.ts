import { expect, test } from 'vitest';
import { parseSections, readSections } from '../collect-sections.ts';
import { drawLines, drawPdf, drawText, makeStream } from './draw-pdf.ts';

const box = makeStream('0 0 14 14 re S', '/Type /XObject /Subtype /Form /BBox [0 0 14 14]');
const widget = (entries: string, rect: string) =>
  `<</Type /Annot /Subtype /Widget /DA (/F1 11 Tf 0 g) /Rect [${rect}] ${entries}>>`;
const check = (name: string, state: string, rect: string) =>
  widget(`/FT /Btn /T (${name}) /V /${state} /AS /${state} /AP <</N <</Yes 20 0 R /Off 20 0 R>>>>`, rect);

test('reads the values of form fields at their place', async () => {
  const labels = ['Name:', 'Breakfast:', 'Dinner:', 'Room type:', 'Notes:'];
  const fields = [
    widget('/FT /Tx /T (name) /V (Anna Berg)', '140 695 300 712'),
    check('breakfast', 'Yes', '140 655 154 669'),
    check('dinner', 'Off', '140 615 154 629'),
    widget('/FT /Ch /Ff 131072 /T (type) /V (d) /Opt [[(s) (Single)] [(d) (Double)]]', '140 575 300 592'),
    widget('/FT /Tx /Ff 4096 /T (notes) /V (Late arrival\\nat 23:00)', '140 520 300 552'),
    widget('/FT /Tx /T (hidden) /V (Secret) /F 2', '140 400 300 412'),
  ];
  const numbers = fields.map((_, at) => `${21 + at} 0 R`).join(' ');
  const content = labels.map((label, at) => drawText(60, 700 - at * 40, label)).join(' ');
  const pdf = drawPdf([{ content, entries: `/Annots [${numbers}]` }], {
    catalog: `/AcroForm <</Fields [${numbers}]>>`,
    objects: [box, ...fields],
  });
  const { text } = await readSections(pdf, 'pdf');
  const lines = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.replace('\t', ' '));
  expect(lines).toEqual([
    'Name: Anna Berg',
    'Breakfast: ☒',
    'Dinner: ☐',
    'Room type: Double',
    'Notes: Late arrival at 23:00',
  ]);
});

test('reads text that was written on the page, and counts comments', async () => {
  const appearance = makeStream(
    drawText(2, 5, 'The offer ends in May.'),
    '/Type /XObject /Subtype /Form /BBox [0 0 240 20] /Resources <</Font <</F1 3 0 R>>>>',
  );
  const annotation = (entries: string) => `<</Type /Annot /Rect [60 500 300 520] ${entries}>>`;
  for (const entries of ['', '/AP <</N 20 0 R>>']) {
    const written = annotation(`/Subtype /FreeText /Contents (The offer ends in May.) /DA (/F1 11 Tf 0 g) ${entries}`);
    const comment = annotation('/Subtype /Text /Contents (Is this right?)');
    const page = { content: drawText(60, 700, 'Price list'), entries: `/Annots [${written} ${comment}]` };
    const { sections } = await readSections(drawPdf([page], { objects: [appearance] }), 'pdf');
    expect(sections[0]).toMatchObject({
      text: 'Price list\n\nThe offer ends in May.',
      omissions: [{ kind: 'comment', count: 1 }],
    });
  }
});

test('reads formatted text that was written on the page', async () => {
  const written = '<</Type /Annot /Rect [60 500 300 520] /Subtype /FreeText /Contents () /DA (/F1 11 Tf 0 g)';
  const rich = '/RC (<body xmlns="http://www.w3.org/1999/xhtml"><p>It ends in <b>May</b></p></body>)>>';
  const page = { content: drawText(60, 700, 'Price list'), entries: `/Annots [${written} ${rich}]` };
  expect((await readSections(drawPdf([page]), 'pdf')).text).toBe('Price list\n\nIt ends in May');
});

const xfa = (body: string) =>
  makeStream(`<?xml version="1.0"?><xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/">
<template xmlns="http://www.xfa.org/schema/xfa-template/3.3/"><subform name="f" layout="tb" w="200mm" h="200mm">
<pageSet><pageArea name="P"><contentArea x="5mm" y="5mm" w="200mm" h="280mm"/><medium stock="a4" short="210mm" long="297mm"/></pageArea>
</pageSet>${body}</subform></template></xdp:xdp>`);
const waiting = drawLines(60, 760, [
  'Please wait...',
  'If this message is not eventually replaced by the proper contents,',
]);

test('reads a form that is described in XML', async () => {
  const draw = '<draw w="150mm" h="10mm"><value><text>The permit costs 65 EUR.</text></value></draw>';
  const catalog = '/NeedsRendering true /AcroForm <</Fields [] /XFA 20 0 R>>';
  const { text } = await readSections(drawPdf([waiting], { catalog, objects: [xfa(draw)] }), 'pdf');
  expect(text).toBe('The permit costs 65 EUR.');
});

test('says why a form cannot be read that only asks to wait', async () => {
  const failure = { code: 'no_text', message: expect.stringContaining('Adobe Reader') };
  const broken = { catalog: '/AcroForm <</Fields [] /XFA 20 0 R>>', objects: [makeStream('<xdp')] };
  await expect(parseSections(drawPdf([waiting], broken), 'pdf')).rejects.toMatchObject(failure);
  const field = '<</FT /Tx /T (name) /V (Anna)>>';
  const mixed = { catalog: '/AcroForm <</Fields [21 0 R] /XFA 20 0 R>>', objects: [xfa(''), field] };
  await expect(parseSections(drawPdf([waiting], mixed), 'pdf')).rejects.toMatchObject(failure);
});

test('reads the pages of a form whose description cannot be read, and says so', async () => {
  const broken = { catalog: '/AcroForm <</Fields [] /XFA 20 0 R>>', objects: [makeStream('<xdp')] };
  const { sections } = await readSections(drawPdf([drawText(60, 700, 'The permit costs 65 EUR.')], broken), 'pdf');
  expect(sections.map(({ text }) => text)).toEqual(['The permit costs 65 EUR.', '']);
  expect(sections[1]?.omissions).toEqual([{ kind: 'form', count: 1 }]);
});

const attached = {
  catalog: '/Collection <</Type /Collection>> /Names <</EmbeddedFiles <</Names [(a.txt) 20 0 R]>>>>',
  objects: ['<</Type /Filespec /F (a.txt) /EF <</F 21 0 R>>>>', makeStream('We are open.', '/Type /EmbeddedFile')],
};

test('counts attached files, and says why a portfolio without text cannot be read', async () => {
  const { sections } = await readSections(drawPdf([drawText(60, 700, 'Two files are attached.')], attached), 'pdf');
  expect(sections.at(-1)).toMatchObject({ page: null, text: '', omissions: [{ kind: 'embedded_file', count: 1 }] });
  const cover = drawText(60, 700, 'For the best experience, open this PDF portfolio in another program.');
  await expect(parseSections(drawPdf([cover], attached), 'pdf')).rejects.toMatchObject({
    code: 'no_text',
    message: expect.stringContaining('attached files'),
  });
});
