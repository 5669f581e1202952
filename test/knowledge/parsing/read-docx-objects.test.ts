import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { readSections } from './collect-sections.ts';
import { makeDocx, makePart, makeRelatedParts, makeZip } from './make-files.ts';
import { field, code, p, r, readBody } from './word-markup.ts';

const drawing = (inner: string, size = 5_000_000) =>
  `<w:r><w:drawing><wp:inline><wp:extent cx="${size}" cy="${size}"/><wp:docPr id="1"/><a:graphic>${inner}</a:graphic></wp:inline></w:drawing></w:r>`;

test('reads the texts of a diagram in their order', async () => {
  const point = (id: string, text: string, type = 'node') =>
    `<dgm:pt modelId="${id}" type="${type}"><dgm:t><a:p><a:r><a:t>${text}</a:t></a:r></a:p></dgm:t></dgm:pt>`;
  const connection = (source: string, target: string, order: number) =>
    `<dgm:cxn modelId="c${order}" srcId="${source}" destId="${target}" srcOrd="${order}"/>`;
  const diagramData = makePart(
    'dgm:dataModel',
    `<dgm:ptLst>${point('0', '', 'doc')}${point('2', 'Send photos')}${point('1', 'Call us')}${point('9', 'Layout', 'pres')}${point('3', 'Within a day')}</dgm:ptLst>
     <dgm:cxnLst>${connection('0', '1', 0)}${connection('0', '2', 1)}${connection('1', '3', 0)}<dgm:cxn srcId="3" destId="1" srcOrd="0"/></dgm:cxnLst>`,
  );
  const body = p(r('Steps:') + drawing('<dgm:relIds r:dm="r1"/>')) + p(r('Done.'));
  expect(await readBody(body, makeRelatedParts({ diagramData }))).toEqual({
    text: 'Steps:\n\nCall us\n\nWithin a day\n\nSend photos\n\nDone.',
    leftOut: [],
  });
});

test('reads the values of a chart as a table', async () => {
  const points = (values: readonly string[]) =>
    values.map((value, index) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`).join('');
  const series = (name: string, values: readonly string[]) =>
    `<c:ser><c:tx><c:strRef><c:strCache>${points([name])}</c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:strCache>${points(['May', 'June'])}</c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache>${points(values)}</c:numCache></c:numRef></c:val></c:ser>`;
  const chart = makePart(
    'c:chartSpace',
    `<c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Visitors</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart>${series('Adults', ['10', '0.30000000000000004'])}${series('Children', ['5', '7'])}</c:barChart></c:plotArea></c:chart>`,
  );
  const body = p(drawing('<c:chart r:id="r1"/>'));
  expect((await readBody(body, makeRelatedParts({ chart }))).text).toBe(
    'Visitors\n\n | Adults | Children\nMay | 10 | 5\nJune | 0.3 | 7',
  );
});

test('reads an embedded web page', async () => {
  const aFChunk = `<html><head><title>x</title><style>p{}</style></head><body><h2>Fees</h2><!-- gone --><p>Sm&auml;ll&nbsp;box: 5&#8364;<br>a&#x20;day</p>
    <script>gone()</script><table><tr><th>Size</th><th>Fee</th></tr><tr><td><p>Small</p></td><td>5</td></tr></table></body></html>`;
  const body = `${p(r('Before'))}<w:altChunk r:id="r1"/>${p(r('After'))}`;
  const html = await readSections(makeDocx(body, makeRelatedParts({ aFChunk })), 'docx');
  expect(html.sections.map(({ heading, text }) => [heading, text])).toEqual([
    [null, 'Before'],
    ['Fees', 'Fees\n\nSmäll box: 5€ a day\n\nSize | Fee\nSmall | 5\n\nAfter'],
  ]);
});

const embed = (content: string | Uint8Array) =>
  readBody(`${p(r('Before'))}<w:altChunk r:id="r1"/>`, makeRelatedParts({ aFChunk: content }));
test('leaves out hidden and struck out text of an embedded web page, and says what is struck out', async () => {
  const page =
    '<p>One<span style="display:none">gone <span>gone</span></span> <del>gone</del><img src="a" hidden>two</p>';
  expect(await embed(page)).toEqual({ text: 'Before\n\nOne two', leftOut: ['struck_text: 1'] });
});

const archive = (encoding: string, content: string) =>
  `MIME-Version: 1.0\nContent-Type: multipart/related; boundary="b"\n\n--b\nContent-Type: text/html; charset="utf-8"\nContent-Transfer-Encoding: ${encoding}\n\n${content}\n--b\nContent-Type: image/png\n\nx\n--b--`;
test.each([
  ['plain text', 'One.\n\nTwo.', 'One.\n\nTwo.'],
  ['a list', '<ol><li>One<li>Two<ul><li>Three</ul></ol>', '1. One\n\n2. Two\n\nThree'],
  ['a web page in a charset', iconv.encode('<meta charset="windows-1251"><p>Ключ</p>', 'windows-1251'), 'Ключ'],
  [
    'rich text',
    `{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0 Arial;}}{\\*\\generator X;}\\f0 Caf\\'e9 from {\\b 9}\\u8211?12, 5\\super 1\\nosupersub  {\\v gone}{\\strike gone}EUR.\\par
\\trowd Size\\cell Fee\\cell\\row\\trowd Small\\cell 5 \\u8364\\'80\\cell\\row End.}`,
    'Café from 9–12, 5¹ EUR.\n\nSize | Fee\nSmall | 5 €\n\nEnd.',
  ],
  [
    'rich text in several charsets',
    `{\\rtf1\\ansi\\ansicpg1252\\deff1{\\fonttbl{\\f0\\fcharset204 Arial;}{\\f1\\fcharset0 Arial;}{\\f2\\fcharset128 Mincho;}{\\f3\\fcharset2 Symbol;}}
caf\\'e9 {\\f0 \\'ea\\'eb\\'fe\\'f7} {\\f2 \\'97\\'bf\\'8b\\'e0\\'95\\\\\\'83A} {\\f3 \\'b3a} \\'fc}`,
    'café ключ 料金表ア ≥α ü',
  ],
  ['a web archive', archive('quoted-printable', '<p>12 =E2=82=\n=AC</p>'), '12 €'],
  ['a web archive in Base64', archive('base64', Buffer.from('<p>12 €</p>').toString('base64')), '12 €'],
  [
    'a Word document',
    makeDocx(p(r('Fees'), '<w:outlineLvl w:val="0"/>') + p(r('12 €')) + '<w:altChunk r:id="r1"/>'),
    'Fees\n\n12 €',
  ],
])('reads %s that is embedded', async (_, content, text) => {
  expect(await embed(content)).toEqual({ text: `Before\n\n${text}`, leftOut: [] });
});

test.each([
  ['rich text without text', '{\\rtf1{\\fonttbl{\\f0 Arial;}}{\\v Gone}}'],
  ['a damaged Word document', makeDocx(p('')).subarray(0, 200)],
  ['binary data', Buffer.from([1, 2, 3, 0, 5])],
])('says that %s was not read', async (_, content) => {
  expect(await embed(content)).toEqual({ text: 'Before', leftOut: ['embedded_file: 1'] });
});

test('reads WordArt, but no watermark', async () => {
  const art = (id: string, text: string) =>
    `<w:r><w:pict><v:shape id="${id}"><v:textpath string="${text}"/></v:shape></w:pict></w:r>`;
  expect((await readBody(p(art('a', 'Open today') + art('PowerPlusWaterMarkObject1', 'DRAFT')))).text).toBe(
    'Open today',
  );
});

test.each([
  ['a diagram', p(drawing('<dgm:relIds r:dm="r9"/>')), 'diagram: 1'],
  ['a chart', p(drawing('<c:chart r:id="r9"/>')), 'chart: 1'],
  ['a large image', p(drawing('<a:blip r:embed="r9"/>')), 'image: 1'],
  [
    'a large image of VML',
    p('<w:r><w:pict><v:shape style="width:300pt;height:10cm"><v:imagedata r:id="r9"/></v:shape></w:pict></w:r>'),
    'image: 1',
  ],
  [
    'an image in two alternatives',
    p(
      `<w:r><mc:AlternateContent><mc:Choice Requires="wpg">${drawing('<a:blip/>')}</mc:Choice><mc:Fallback><w:pict><v:shape style="width:300pt;height:300pt"><v:imagedata/></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r>`,
    ),
    'image: 1',
  ],
  [
    'an embedded workbook',
    p(
      '<w:r><w:object><v:shape style="width:300pt;height:300pt"><v:imagedata/></v:shape><o:OLEObject ProgID="Excel.Sheet.12"/></w:object></w:r>',
    ),
    'embedded_object: 1',
  ],
  ['an old equation', p('<w:r><w:object><o:OLEObject ProgID="Equation.3"/></w:object></w:r>'), 'equation: 1'],
  ['an ActiveX control', p('<w:r><w:object><w:control r:id="r9"/></w:object></w:r>'), 'form_field: 1'],
  ['an embedded document', '<w:altChunk r:id="r9"/>', 'embedded_file: 1'],
  ['a subdocument', p('<w:subDoc r:id="r9"/>'), 'embedded_file: 1'],
])('says that %s was not read', async (_, body, leftOut) => {
  expect(await readBody(p(r('Seen.')) + body)).toEqual({ text: 'Seen.', leftOut: [leftOut] });
});

test('says in which section something was not read, and ignores logos', async () => {
  const heading = '<w:outlineLvl w:val="0"/>';
  const body =
    p(r('One'), heading) +
    p(r('text') + drawing('<a:blip/>') + drawing('<a:blip/>', 500_000)) +
    p(r('Two'), heading) +
    p(r('text'));
  const { sections } = await readSections(makeDocx(body), 'docx');
  expect(sections.map(({ heading: name, omissions }) => [name, omissions])).toEqual([
    ['One', [{ kind: 'image', count: 1 }]],
    ['Two', []],
  ]);
});

const checkBox = (inner: string) =>
  `<w:ffData><w:name w:val="a"/><w:checkBox><w:sizeAuto/>${inner}</w:checkBox></w:ffData>`;
const list = (inner: string) =>
  `<w:ffData><w:ddList>${inner}<w:listEntry w:val="Trial"/><w:listEntry w:val="Premium"/></w:ddList></w:ffData>`;
test.each([
  ['a ticked box', field(code('FORMCHECKBOX'), '', checkBox('<w:default w:val="0"/><w:checked/>')), '☒'],
  ['a box that is ticked by default', field(code('FORMCHECKBOX'), '', checkBox('<w:default w:val="1"/>')), '☒'],
  [
    'a box that was cleared',
    field(code('FORMCHECKBOX'), '', checkBox('<w:default w:val="1"/><w:checked w:val="0"/>')),
    '☐',
  ],
  ['a selected entry', field(code('FORMDROPDOWN'), '', list('<w:result w:val="1"/>')), 'Premium'],
  ['a default entry', field(code('FORMDROPDOWN'), '', list('<w:default w:val="1"/>')), 'Premium'],
  ['the first entry', field(code('FORMDROPDOWN'), '', list('')), 'Trial'],
  [
    'an entry that is also stored as a result',
    field(code('FORMDROPDOWN'), r('Premium'), list('<w:result w:val="1"/>')),
    'Premium',
  ],
  [
    'typed text',
    field(
      code('FORMTEXT'),
      r('Ms Tanaka'),
      '<w:ffData><w:textInput><w:default w:val="Name"/></w:textInput></w:ffData>',
    ),
    'Ms Tanaka',
  ],
])('reads %s of a legacy form', async (_, control, text) => {
  expect((await readBody(p(r('Answer: ') + control))).text).toBe(`Answer: ${text}`);
});

test.each(['utf-16le', 'utf-16be', 'windows-1252'])('reads parts in %s', async (charset) => {
  const xml = `<?xml version="1.0" encoding="${charset.startsWith('utf-16') ? 'UTF-16' : charset}"?>${makePart('w:document', `<w:body>${p(r('Gebühr'))}</w:body>`)}`;
  const bytes = iconv.encode(xml, charset, { addBOM: charset.startsWith('utf-16') });
  expect((await readSections(makeZip([{ name: 'word/document.xml', bytes }]), 'docx')).text).toBe('Gebühr');
});

test('finds the parts of a document at any path', async () => {
  const office = 'http://purl.oclc.org/ooxml/officeDocument/relationships/';
  const parts = [
    { name: '[Content_Types].xml', bytes: '<Types/>' },
    {
      name: '_rels/.rels',
      bytes: `<Relationships><Relationship Id="a" Type="${office}officeDocument" Target="/my%20doc/main.xml"/></Relationships>`,
    },
    {
      name: 'my doc/main.xml',
      bytes: makePart('w:document', `<w:body>${p(r('Gone', '<w:rStyle w:val="Secret"/>') + r('Seen.'))}</w:body>`),
    },
    {
      name: 'my doc/_rels/main.xml.rels',
      bytes: `<Relationships><Relationship Id="b" Type="${office}styles" Target="../look/styles.xml"/></Relationships>`,
    },
    {
      name: 'look/styles.xml',
      bytes: makePart(
        'w:styles',
        '<w:style w:type="character" w:styleId="Secret"><w:rPr><w:vanish/></w:rPr></w:style>',
      ),
    },
  ];
  expect((await readSections(makeZip(parts), 'docx')).text).toBe('Seen.');
});

test('needs little time for a deep tree of fields, diagrams and joined paragraphs', async () => {
  const startedAt = performance.now();
  const begin = '<w:r><w:fldChar w:fldCharType="begin"/></w:r>';
  await readBody(p(r('x')) + p(begin.repeat(20_000) + r('y')));
  const joined = p(r('x'), '<w:rPr><w:del/></w:rPr>').repeat(20_000);
  expect((await readBody(joined)).text).toBe('x'.repeat(20_000));
  const cycle = makePart(
    'dgm:dataModel',
    '<dgm:pt modelId="1"/>'.repeat(20_000) + '<dgm:cxn srcId="1" destId="1" srcOrd="0"/>'.repeat(20_000),
  );
  await readBody(p(r('x') + drawing('<dgm:relIds r:dm="r1"/>')), makeRelatedParts({ diagramData: cycle }));
  expect(performance.now() - startedAt).toBeLessThan(30_000);
});

test.each([
  ['Price board: a day ticket costs 12 EUR', 'Price board: a day ticket costs 12 EUR'],
  ['A close up of a sign Description automatically generated', ''],
  ['Ein Schild. KI-generierte Inhalte können fehlerhaft sein.', ''],
  ['photo of the desk.jpg', ''],
  ['Logo', ''],
])('reads the description of an image if its author wrote one: %s', async (description, text) => {
  const image = drawing('<a:blip r:embed="r9"/>').replace('<wp:docPr', `<wp:docPr descr="${description}"`);
  const shape = `<w:r><w:pict><v:shape alt="${description}"><v:imagedata r:id="r9"/></v:shape></w:pict></w:r>`;
  expect(await readBody(p(image))).toEqual({ text, leftOut: ['image: 1'] });
  expect(await readBody(p(shape))).toEqual({ text, leftOut: [] });
});
