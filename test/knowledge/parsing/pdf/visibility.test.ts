import { expect, test } from 'vitest';
import { readSections } from '../collect-sections.ts';
import { drawPdf, drawText, makeStream } from './draw-pdf.ts';

const price = drawText(60, 700, 'The tour costs 18 EUR.');
const other = (options?: Parameters<typeof drawText>[3]) => drawText(60, 680, 'It costs 25 EUR.', options);
type DrawnPages = Parameters<typeof drawPdf>[0];
type DrawnOptions = Parameters<typeof drawPdf>[1];
const read = async (pages: DrawnPages, options?: DrawnOptions) =>
  (await readSections(drawPdf(pages, options), 'pdf')).sections[0];

type Case = readonly [name: string, pages: DrawnPages, options?: DrawnOptions];
const toCases = (cases: readonly Case[]) => cases.map(([name, pages, options]) => ({ name, pages, options }));

const hidden: readonly Case[] = [
  ['a clipping path that nothing is painted through', [`${price} q 7 Tr ${other()} Q`]],
  [
    'a layer that is off',
    [`${price} /OC /L BDC ${other()} EMC`],
    {
      catalog: '/OCProperties <</OCGs [20 0 R] /D <</OFF [20 0 R]>>>>',
      resources: '/Properties <</L 20 0 R>>',
      objects: ['<</Type /OCG /Name (Draft)>>'],
    },
  ],
  [
    'a form on a layer that is off',
    [`${price} /X Do`],
    {
      catalog: '/OCProperties <</OCGs [20 0 R] /D <</OFF [20 0 R]>>>>',
      resources: '/XObject <</X 21 0 R>>',
      objects: [
        '<</Type /OCG /Name (Draft)>>',
        makeStream(
          other(),
          '/Type /XObject /Subtype /Form /BBox [0 0 600 800] /OC 20 0 R /Resources <</Font <</F1 3 0 R>>>>',
        ),
      ],
    },
  ],
  [
    'a transparent group',
    [`${price} q /G gs /X Do Q`],
    {
      resources: '/XObject <</X 20 0 R>> /ExtGState <</G <</ca 0 /CA 0>>>>',
      objects: [
        makeStream(
          `/H gs ${other()}`,
          `/Type /XObject /Subtype /Form /BBox [0 0 600 800] /Group <</S /Transparency>>
/Resources <</Font <</F1 3 0 R>> /ExtGState <</H <</ca 1>>>>>>`,
        ),
      ],
    },
  ],
  ['invisible text beside visible text', [`${price} 3 Tr ${other()}`]],
  ['white text on the white page', [`${price} 1 g ${other()}`]],
  ['nearly white text', [`${price} 0.97 0.97 0.96 rg ${other()}`]],
  ['text in the color of the box below it', [`${price} 0.2 0.4 0.6 rg 50 670 300 30 re f ${other()}`]],
  ['transparent text', [`${price} /G gs ${other()}`], { resources: '/ExtGState <</G <</ca 0>>>>' }],
  ['text below a box', [`${price} ${other()} 1 g 50 675 300 20 re f`]],
  ['tiny text', [`${price} ${other({ size: 1 })}`]],
  ['text outside the area that is drawn', [`${price} q 50 690 300 30 re W n ${other()} Q`]],
  ['text that a line strikes out', [`${price} ${other()} 60 683.3 82 0.8 re f`]],
  ['text that a stroke strikes out', [`${price} ${other()} 60 683.6 m 142 683.6 l S`]],
  [
    'text that an annotation strikes out',
    [
      {
        content: `${price} ${other()}`,
        entries:
          '/Annots [<</Type /Annot /Subtype /StrikeOut /Rect [60 675 200 690] /QuadPoints [60 690 200 690 60 675 200 675]>>]',
      },
    ],
  ],
];

test.each(toCases(hidden))('leaves out $name, and says so', async ({ pages, options }) => {
  const page = await read(pages, options);
  expect(page?.text).toBe('The tour costs 18 EUR.');
  expect(page?.omissions).toEqual([{ kind: expect.stringMatching(/hidden_text|struck_text/), count: 1 }]);
});

test('does not take the place of struck out text for a gap between columns', async () => {
  const line =
    'BT /F1 11 Tf 60 700 Td (The tour costs 25 EUR in summer, that is 18 EUR.) Tj ET 135.8 703.3 37 0.8 re f';
  const page = await read([`${line} ${drawText(60, 686, 'The museum is open on all days of the year.')}`]);
  expect(page?.text).toBe('The tour costs in summer, that is 18 EUR. The museum is open on all days of the year.');
});

test('leaves out text outside the page without a notice', async () => {
  const outside = drawText(700, 680, 'It costs 25 EUR.');
  const cropped = { content: `${price} ${other()}`, entries: '/CropBox [0 690 595 842]' };
  for (const page of [`${price} ${outside}`, cropped]) {
    expect(await read([page])).toMatchObject({ text: 'The tour costs 18 EUR.', omissions: [] });
  }
});

const shown: readonly Case[] = [
  ['white text on a dark box', [`${price} 0 0 0.4 rg 50 670 300 20 re f 1 g ${other()}`]],
  [
    'white text on a dark box with round corners',
    [
      `${price} 0 0 0.4 rg 55 670 m 345 670 l 350 670 350 675 350 675 c 350 690 l 50 690 l 50 675 l 50 670 55 670 55 670 c f 1 g ${other()}`,
    ],
  ],
  ['text on a light box', [`${price} 0.9 g 50 670 300 20 re f 0 g ${other()}`]],
  [
    'text below a marker',
    [`${price} ${other()} /G gs 1 1 0 rg 50 670 300 20 re f`],
    {
      resources: '/ExtGState <</G <</BM /Multiply>>>>',
    },
  ],
  ['text in a frame', [`${price} ${other()} 50 670 300 20 re S 49 669 302 22 re 50 670 300 20 re f*`]],
  ['underlined text', [`${price} ${other()} 60 678.5 82 0.6 re f`]],
  ['text that a color is painted through', [`${price} q 7 Tr ${other()} 1 0 0 rg 0 600 600 90 re f Q`]],
  ['text that is only outlined', [`${price} 1 Tr ${other()}`]],
  ['white text with a black outline', [`${price} 1 g 0 G 2 Tr ${other()}`]],
  ['small text', [`${price} ${other({ size: 5 })}`]],
];

test.each(toCases(shown))('reads $name', async ({ pages, options }) => {
  const page = await read(pages, options);
  expect(page?.text.replace(/\s+/g, ' ')).toBe('The tour costs 18 EUR. It costs 25 EUR.');
  expect(page?.omissions).toEqual([]);
});

const image = makeStream(
  'x'.repeat(100),
  '/Type /XObject /Subtype /Image /Width 10 /Height 10 /BitsPerComponent 8 /ColorSpace /DeviceGray',
);
const scan = 'q 595 0 0 842 0 0 cm /I Do Q';
const withImage = { resources: '/XObject <</I 20 0 R>>', objects: [image] };

test('reads the invisible text of a scan, and the page number that is printed on it', async () => {
  const page = await read([`${scan} 3 Tr ${price} ${other()} 0 Tr ${drawText(300, 20, '7')}`], withImage);
  expect(page?.text.replace(/\s+/g, ' ')).toBe('The tour costs 18 EUR. It costs 25 EUR. 7');
  expect(page?.omissions).toEqual([]);
});

test('reads recognized words that are as wide as those of the scan only with the space after them', async () => {
  // Each character is 5 points wide, and the words of the image are 9 to 11 points apart.
  const draw = (y: number, words: readonly string[]) => {
    let x = 60;
    return words.map((word, at) => {
      const drawn = drawText(x, y, `${word} `, { font: 'FU', size: 9 });
      x += (word.length + 1) * 5 + ([9, 11, 10][at % 3] ?? 0);
      return drawn;
    });
  };
  const lines = [
    ['Thank', 'you', 'for', 'your', 'letter', 'of', '3', 'June.'],
    ['The', 'booking', 'of', '12', 'July', 'is', 'as', 'below.'],
  ];
  const content = lines.flatMap((words, at) => draw(700 - at * 14, words));
  expect((await read([`${scan} 3 Tr ${content.join(' ')}`], withImage))?.text).toBe(lines.flat().join(' '));
});

test('names scanned pages without text, and large images beside text', async () => {
  expect((await read([scan], withImage))?.omissions).toEqual([{ kind: 'scanned_page', count: 1 }]);
  expect((await read([`${scan} ${drawText(300, 20, 'Page 7')}`], withImage))?.omissions).toEqual([
    { kind: 'scanned_page', count: 1 },
  ]);
  const photo = `${price} ${price.replace('700', '500').repeat(6)} q 400 0 0 300 60 100 cm /I Do Q`;
  expect((await read([photo], withImage))?.omissions).toEqual([{ kind: 'image', count: 1 }]);
  const logo = `${price} q 60 0 0 60 60 100 cm /I Do Q`;
  expect((await read([logo], withImage))?.omissions).toEqual([]);
});

test('reads a large text over a line apart from it', async () => {
  const content = `0.9 g ${drawText(100, 686, 'DRAFT', { size: 90 })} 0 g ${drawText(60, 700, 'The tour costs 18 EUR, and the')}
${drawText(60, 686, 'ticket can be given back at the desk.')}`;
  expect((await read([content]))?.text).toBe(
    'The tour costs 18 EUR, and the ticket can be given back at the desk.\n\nDRAFT',
  );
});
