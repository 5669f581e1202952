import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readHtml } from '../../../electron/service/features/knowledge/parsing/html/read-html.ts';
import {
  readHtmlFile,
  readMarkdownFile,
} from '../../../electron/service/features/knowledge/parsing/read-markup-file.ts';
import { hasMarkdownMarks, readMarkdown } from '../../../electron/service/features/knowledge/parsing/read-markdown.ts';
import { sniffDocument } from '../../../electron/service/features/knowledge/parsing/sniff-document.ts';
import { startProcessorTimer } from '../../helpers/processes/start-processor-timer.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'switchboard-markup-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
function write(content: string | Uint8Array): string {
  const path = join(folder, `file-${(count += 1)}`);
  writeFileSync(path, content);
  return path;
}

async function readSections(read: typeof readHtmlFile, content: string | Uint8Array) {
  const sections: (readonly [string | null, string])[] = [];
  for await (const { heading, text } of read(write(content))) sections.push([heading, text]);
  return sections;
}

const readTexts = (pieces: ReturnType<typeof readHtml>) => pieces.map(({ kind, text }) => `${kind}: ${text}`);

describe('struck out text', () => {
  async function readStruck(read: typeof readHtmlFile, content: string) {
    const sections: string[] = [];
    for await (const { text, omissions = [] } of read(write(content)))
      sections.push(`${text} (${omissions.map((one) => `${one.kind}: ${one.count}`).join()})`);
    return sections;
  }

  it('of a web page is left out, which its section says', async () => {
    const page =
      '<h1>A</h1><p>One.</p><h1>B</h1><p><s>$5</s> $4</p><table><tr><td><span style="text-decoration: line-through">$9</span> $8</table>';
    expect(await readStruck(readHtmlFile, page)).toEqual(['A\n\nOne. ()', 'B\n\n$4\n\n$8 (struck_text: 2)']);
  });

  it('of Markdown is left out, which its section says', async () => {
    const text =
      '# A\n\nOne ~~$5~~ <del\nclass="a">$6\nor $7</del> $4.\n\n# B\n\n`~~this~~`\n\n| Fee | <s>$3</s> $2 |\n|--|--|\n\n<div>\n<strike>no</strike> yes\n</div>';
    expect(await readStruck(readMarkdownFile, text)).toEqual([
      'A\n\nOne   $4. (struck_text: 2)',
      'B\n\n~~this~~\n\nFee | $2\n\nyes (struck_text: 2)',
    ]);
  });
});

describe('the kind of a text file', () => {
  const page = '<!-- saved --><!DOCTYPE html><p>Open.</p>';
  it.each([
    ['a page', page, 'a.txt', 'html'],
    ['a page after an XML declaration', `<?xml version="1.0"?>\n${page}`, 'a', 'html'],
    ['a page in UTF-16', Buffer.from(`\ufeff${page}`, 'utf16le'), 'a.html', 'html'],
    ['a part of a page, by its name', '<table><tr><td>Lamp</td></tr></table>', 'prices.htm', 'html'],
    ['a part of a page without a name that says so', '<table><tr><td>Lamp</td></tr></table>', 'prices.txt', 'txt'],
    ['text with angle brackets', 'If a < b and b > c, see <p> in the manual.', 'rules.html', 'txt'],
    ['text with comparison', 'a <b and c> d', 'rules.txt', 'txt'],
    ['Markdown', '# Prices\n\nA lamp costs **five** dollars.', 'prices.md', 'md'],
    ['Markdown with values before it', '---\ntitle: Prices\n---\n\nA lamp costs 5 dollars.', 'prices.md', 'md'],
    ['Markdown with an underlined heading', 'Prices\n======\n\nA lamp costs 5 dollars.', 'prices.md', 'md'],
    ['Markdown with a note', 'A lamp costs 5[^1] dollars.\n\n[^1]: Without tax.', 'prices.md', 'md'],
    ['Markdown with the name of a text', '# Prices\n\nA lamp costs **five** dollars.', 'prices.txt', 'txt'],
    ['text with the name of Markdown', 'Room #4 costs 5 * 3 dollars.\n- a lamp\n- a bed', 'rooms.md', 'txt'],
    ['text that begins with a number sign', '#4 is the best room.', 'rooms.md', 'txt'],
  ])('follows from its content: %s', async (_, content, name, kind) => {
    expect(await sniffDocument(write(content), name)).toBe(kind);
  });
});

describe('a web page', () => {
  it('is read with its headings, lists, tables and preformatted lines', async () => {
    const source = `<!DOCTYPE html><html><head><title>Shop</title><style>p { color: red }</style></head><body>
      <h1>Prices</h1><p>A <q>lamp</q> costs<br>five&nbsp;dollars &amp; tax. Caf&eacute; &#8364;3.</p>
      <table><tr><th>Item</th><th>Price</th></tr><tr><td>Lamp</td><td>5</td></tr></table>
      <h2>Hours</h2><ol><li>Open at nine</li><li>Closed at five</li></ol><pre>one\n  two</pre></body></html>`;
    expect(await readSections(readHtmlFile, source)).toEqual([
      ['Prices', 'Prices\n\nA “lamp” costs five dollars & tax. Café €3.\n\nItem | Price\nLamp | 5'],
      ['Hours', 'Hours\n\n1. Open at nine\n\n2. Closed at five\n\none\n  two'],
    ]);
  });

  it('is read without scripts, styles and hidden elements, also if end tags are missing', () => {
    const source = `<head><title>T</title><script>if (a < b) document.write("</p><p>no");</script>
      <p>One<p hidden>no<p>Two<div style="display: none">no<div>no</div></div><template><p>no</p></template>
      <noscript><p>no</p></noscript><textarea><p>no</textarea><p>Three`;
    expect(readTexts(readHtml(source))).toEqual(['paragraph: One', 'paragraph: Two', 'paragraph: Three']);
  });

  it('is read with what only a class, a style without it or the value of another attribute seems to hide', () => {
    const source = `<div style="overflow: hidden">One</div><p class="a hidden">Two</p><a title="No hidden fees">Three</a>
      <p hidden="until-found">Four</p><p style="font-family: 'A'; display: none">no</p><p style=display:none>no</p>
      <p hidden="">no</p><p HIDDEN>no</p>Five`;
    expect(readTexts(readHtml(source))).toEqual(
      ['One', 'Two', 'Three', 'Four', 'Five'].map((text) => `paragraph: ${text}`),
    );
  });

  it.each([
    ['<p title="a > b" hidden>no</p>Text', ['Text']],
    ['<button @click="() => open = true">Menu</button>', ['Menu']],
    ['<a href="x>Lost</a> the “end"', ['Lost the “end"']],
  ])('is read without the values of attributes: %s', (source, texts) => {
    expect(readHtml(source).map(({ text }) => text)).toEqual(texts);
  });

  it('is read without what a style makes invisible', () => {
    const source = `<p>One</p><p style="opacity: 0">no</p><p style="font-size:0px; color: red">no</p><dialog>no</dialog>
      <p style="background:#FFF; color: white">no</p><p style="visibility:collapse">no</p><p style="opacity: 0.5">Two</p>
      <dialog open>Three</dialog><p style="font-size: 0.9em; background: #fff; color: #000">Four</p>`;
    expect(readTexts(readHtml(source))).toEqual(['One', 'Two', 'Three', 'Four'].map((text) => `paragraph: ${text}`));
  });

  it.each([
    ['$32<sup>1</sup> for 10<sup>4</sup> of H<sub>2</sub>O', '$32¹ for 10⁴ of H₂O'],
    ['the 1<sup>st</sup> of <sup>1</sup>&frasl;<sub>2</sub> cup<sup>[2]</sup>', 'the 1st of 1/2 cup[2]'],
    ['<ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby>の本', '漢字の本'],
    ['<math><mn>2</mn><mfrac><mn>1</mn><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow></mfrac></math> m', '2 1/(a + b) m'],
    ['<math><msup><mi>x</mi><mn>2</mn></msup><annotation>x^2</annotation></math>', 'x^2'],
    [
      '<select><option>Basic<option selected>Gold</select> <select><option>One</option><option>Two</option></select>',
      'Gold One',
    ],
    ['<input type="checkbox" checked> Meals <input type=radio> Pets <input value="42">', '☒ Meals ☐ Pets 42'],
    ['<svg><title>Plan</title><desc>no</desc><text>Exit</text><path d="M0"/></svg>', 'Exit'],
    ['<img src="a.png" alt="Adults pay 9 &euro; a day"><img alt="logo.png"> End', 'Adults pay 9 € a day End'],
    ['&Omega; and &alpha;', 'Ω and α'],
  ])('shows %s as text', (source, text) => {
    expect(readHtml(`<p>${source}</p>`).map((piece) => piece.text)).toEqual([text]);
  });

  it('is read with the cells of its tables in their columns', () => {
    const source = `<table><tr><td></td><th>Adult</th><th>Child</th></tr>
      <tr><td rowspan="2">Lisbon</td><td>9 a|b</td><td></td></tr><tr><td colspan=2>closed</td></tr>
      <tr><td>Plan<td><table><tr><td>Fee<td>40<tr><td>Term<td>12</table><td>x | y</tr></table>After`;
    expect(readTexts(readHtml(source))).toEqual([
      'row:  | Adult | Child',
      'row: Lisbon | 9 a|b | ',
      'row: Lisbon | closed | closed',
      'row: Plan | Fee, 40; Term, 12 | x y',
      'paragraph: After',
    ]);
  });

  it('is read in paragraphs if a table only lays them out', () => {
    const source =
      '<table><tr><td>Menu<td><h2>Fees</h2><p>It is 5.</p></table><table><tr><td><p>One</p><p>Two</p></table>';
    expect(readTexts(readHtml(source))).toEqual([
      'paragraph: Menu',
      'heading: Fees',
      'paragraph: It is 5.',
      'paragraph: One',
      'paragraph: Two',
    ]);
  });

  it('keeps the numbers and letters of lists', () => {
    const source =
      '<ol type="a"><li>One<li>Two</ol><ol><li>One<li value="9">Nine</ol><ol start="2" reversed><li>Two<li>One</ol>';
    expect(readHtml(source).map(({ text }) => text)).toEqual([
      'a. One',
      'b. Two',
      '1. One',
      '9. Nine',
      '2. Two',
      '1. One',
    ]);
  });

  it('keeps the numbers of a list that goes on', () => {
    expect(readTexts(readHtml('<ol start="5"><li>Pay<li>Leave</ol>'))).toEqual([
      'paragraph: 5. Pay',
      'paragraph: 6. Leave',
    ]);
  });

  it('is read without the marks that link to a heading, and with other links to places', () => {
    const source = `<h2>Fees<a class="headerlink" href="#fees" title="Permalink">¶</a></h2>
      <h3><a href='prices.html#late'># </a>Late fee</h3><p>It is 5 % of <a href="#lamp">§ 4</a>, room <a href="#4">#4</a>.</p>
      <p>Write <a>#</a> before it.</p>`;
    expect(readTexts(readHtml(source))).toEqual([
      'heading: Fees',
      'heading: Late fee',
      'paragraph: It is 5 % of § 4, room #4.',
      'paragraph: Write # before it.',
    ]);
  });

  it('is read with the characters that names stand for', () => {
    const source = '<p>$32&sup1; &divide; 2 &asymp; 16, &lsaquo;&thorn;&OElig;&rsaquo; &Ccedil;&unknown;</p>';
    expect(readTexts(readHtml(source))).toEqual(['paragraph: $32¹ ÷ 2 ≈ 16, ‹þŒ› Ç&unknown;']);
  });

  it('is decoded by the charset that it declares, if its bytes do not show theirs', async () => {
    const bytes = Buffer.concat([
      Buffer.from('<!DOCTYPE html><meta charset="iso-8859-2"><p>Zdro'),
      Buffer.from([0xbe, 0xe8]),
      Buffer.from('</p>'),
    ]);
    expect((await readSections(readHtmlFile, bytes))[0]?.[1]).toBe('Zdrožč');
  });

  it.each([
    '<',
    '<p',
    '<!--',
    '<script',
    '<p hidden>',
    '<s>',
    '<a b="',
    '<a b=">',
    `<a b='>"`,
    '<p hidden=',
    '</',
    '&#',
    '<table>',
    '<td rowspan=99>',
    '<math><mi>',
    '<sup>1',
    '<select><option>a',
    '<ol><li>',
  ])('is read at once if it is %s 100,000 times', (part) => {
    const readMs = startProcessorTimer();
    readHtml(part.repeat(100_000));
    expect(readMs()).toBeLessThan(5_000);
  });
});

describe('Markdown', () => {
  it('is read with its headings, lists, tables and code, without its marks', async () => {
    const source = [
      '---',
      'layout: page',
      '---',
      '# Prices #',
      'A **lamp** costs _five_ dollars, see [the `list`](https://example.com/a "List") and ![a lamp](lamp.png).',
      'The file_name_here stays, ~~not this~~, and 5 * 3 * 2, too.',
      '',
      '| Item | Price |',
      '|------|------:|',
      '| Lamp | 5 |',
      '',
      'Hours',
      '-----',
      '1. Open at nine',
      '2. Closed at five',
      '- [x] Lunch',
      '> Quoted text',
      '',
      '```sh',
      'run **this**',
      '```',
      '<!-- a comment',
      'of two lines -->',
      '<p align="center">Centered <b>text</b></p>',
      '',
      '[ref]: https://example.com',
    ].join('\r\n');
    expect(await readSections(readMarkdownFile, source)).toEqual([
      [
        'Prices',
        'Prices\n\nA lamp costs five dollars, see the list and a lamp.\nThe file_name_here stays, , and 5 * 3 * 2, too.\n\nItem | Price\nLamp | 5',
      ],
      [
        'Hours',
        'Hours\n\n1. Open at nine\n\n2. Closed at five\n\n[x] Lunch\nQuoted text\n\nrun **this**\n\nCentered text',
      ],
    ]);
  });

  it('is read with its footnotes and with lines that only look like the address of a link', () => {
    const source = [
      'A lamp costs 32 dollars[^1] or less.[^late-fee]',
      '',
      '[^1]: Without the **bulb**,',
      '    which costs 4 dollars.',
      '[^late-fee]: Until May.',
      '',
      '[Note]: the shop is closed on Mondays.',
      '',
      '[shop]: https://example.com/shop "The shop"',
      "[map]: <places/map of the shop.md> 'Map'",
      '[mail]: #mail',
      'Ask [us][mail].',
    ].join('\n');
    expect(readTexts(readMarkdown(source))).toEqual([
      'paragraph: A lamp costs 32 dollars[1] or less.[late-fee]',
      'paragraph: [1] Without the bulb,\nwhich costs 4 dollars.',
      'paragraph: [late-fee] Until May.',
      'paragraph: [Note]: the shop is closed on Mondays.',
      'paragraph: Ask us.',
    ]);
  });

  it('is read with raised and lowered digits, links by their name and the empty cells of tables', () => {
    const source = [
      'About 10<sup>4</sup> of H~2~O at x^2^, ~~no~~ see [hours] and [Fees][].',
      '',
      '| | Adult |',
      '|---|---|',
      '| a \\| b | 9 |',
      '',
      '[hours]: https://example.com/h',
      '[fees]: https://example.com/f',
    ].join('\n');
    expect(readTexts(readMarkdown(source))).toEqual([
      'paragraph: About 10⁴ of H₂O at x²,  see hours and Fees.',
      'row:  | Adult',
      'row: a|b | 9',
    ]);
  });

  it('is read with the columns of a table that has spaces between its cells', () => {
    const source = [
      '  Boat      Hour   Day',
      '  -------- ------ -----',
      '  Canoe      12     60',
      '             14     70',
      '  Kayak             75',
      '',
      'Dashes below',
      '--- --- no table',
    ].join('\n');
    expect(readTexts(readMarkdown(source))).toEqual([
      'row: Boat | Hour | Day',
      'row: Canoe | 12 | 60',
      'row:  | 14 | 70',
      'row: Kayak |  | 75',
      'paragraph: Dashes below\n--- --- no table',
    ]);
  });

  it('is read with a heading after an anchor, and without the marks around code and in a line with HTML', () => {
    const source = [
      '<a name="prices"></a>',
      '## Prices',
      '- **`lamp`** costs `a **b**`, see [Lamp](https://example.com/Lamp_(light)).',
      '',
      '<b>Note</b> that **all** prices include tax. [![](star.png)](https://example.com)',
      '',
      '<pre>',
      'one',
      '',
      '# two',
      '</pre>',
      '> <p>Quoted',
      '',
      'After',
    ].join('\n');
    expect(readTexts(readMarkdown(source))).toEqual([
      'heading: Prices',
      'paragraph: lamp costs a **b**, see Lamp.',
      'paragraph: Note that all prices include tax.',
      'paragraph: one\n\n# two',
      'paragraph: Quoted',
      'paragraph: After',
    ]);
  });

  it.each([
    '*',
    '_a',
    '[',
    '[a](',
    '`',
    '| - ',
    '> ',
    '# ',
    '<a ',
    '**a',
    '\\',
    '- ',
    '[](',
    '[](a(',
    '`a` ',
    '~~~\n',
    '<s>~~a ',
    '---\n',
    '|\n-|\n',
  ])('is read at once if it is %j 100,000 times', (part) => {
    const source = part.repeat(100_000);
    const readMs = startProcessorTimer();
    hasMarkdownMarks(source);
    readMarkdown(source);
    expect(readMs()).toBeLessThan(5_000);
  });
});
