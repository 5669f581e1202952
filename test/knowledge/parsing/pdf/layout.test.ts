import { expect, test } from 'vitest';
import { readSections } from '../collect-sections.ts';
import { drawLines, drawPdf, drawText } from './draw-pdf.ts';

const read = async (...pages: Parameters<typeof drawPdf>[0]) => (await readSections(drawPdf(pages), 'pdf')).text;
const flat = (text: string) => text.replaceAll(/\s+/g, ' ');

const sauna = [
  'The sauna opens at 14:00 on',
  'weekdays and at 10:00 on',
  'weekends. Children under',
  '12 years may not enter',
  'the sauna at any time.',
];
const gym = [
  'The gym opens at 6:00 on',
  'weekdays and at 8:00 on',
  'weekends. Members bring',
  'their own towel and indoor',
  'shoes to every class.',
];
const bath = [
  'The bath is closed in July',
  'for repairs. The water is',
  'changed in that time, and',
  'new tiles are laid in the',
  'showers of the hall.',
];
const interleave = (y: number, shift = 0) =>
  sauna
    .map((line, at) => `${drawText(60, y - at * 14, line)} ${drawText(320, y - shift - at * 14, gym[at] ?? '')}`)
    .join('\n');

test.each([
  ['line by line across', interleave(700)],
  ['line by line across, at different heights', interleave(700, 5)],
  ['one after the other', `${drawLines(60, 700, sauna)} ${drawLines(320, 700, gym)}`],
  ['the second one first', `${drawLines(320, 700, gym)} ${drawLines(60, 700, sauna)}`],
  ['with a narrow gap', `${drawLines(60, 700, sauna)} ${drawLines(220, 700, gym)}`],
])('reads two columns of text, drawn %s', async (_, content) => {
  expect(flat(await read(content))).toBe([...sauna, ...gym].join(' '));
});

test('reads justified columns that are close to each other', async () => {
  const left = [
    'Children under twelve years may',
    'enter the sauna only with an adult',
    'who is older than eighteen years.',
  ];
  const right = [
    'Guests of the hotel bring their own',
    'towel to the spa. A towel can be',
    'borrowed at the desk for a day.',
  ];
  // Each line is as wide as its column, and has its spaces.
  const drawColumn = (x: number, lines: readonly string[]) =>
    lines.map((line, at) => drawText(x, 700 - at * 14, line)).join(' ');
  expect(await read(drawColumn(60, left) + drawColumn(232, right))).toBe(
    `${left.join(' ')}\n\n${right.join(' ')}`.replaceAll('  ', ' '),
  );
});

test('reads three columns below a heading, and the text below them', async () => {
  const columns = [sauna, gym, bath].map((lines, at) => drawLines(40 + at * 175, 700, lines)).join(' ');
  const below = 'All areas are closed on the first Monday of each month, and on the days before the holidays.';
  const content = `${columns} ${drawText(40, 590, below)} ${drawText(40, 740, 'House guide', { size: 16, font: 'FB' })}`;
  expect(flat(await read(content))).toBe(['House guide', ...sauna, ...gym, ...bath, below].join(' '));
});

test('reads headings that are drawn last at their place', async () => {
  const content = [
    drawLines(60, 700, ['Breakfast is served from 7:00.']),
    drawLines(60, 640, ['Bicycles are free for guests.']),
    drawText(60, 660, 'Rental', { font: 'FB', size: 13 }),
    drawText(60, 720, 'Meals', { font: 'FB', size: 13 }),
  ].join(' ');
  expect(flat(await read(content))).toBe('Meals Breakfast is served from 7:00. Rental Bicycles are free for guests.');
});

test('keeps a note at the side out of the sentences beside it', async () => {
  const body = [
    'The deposit of a bicycle is 50 EUR. It is returned when the bicycle is back',
    'in the shop without damage. Children ride with a helmet only, which the shop',
    'lends without a fee. The shop closes at six in the evening, and bicycles that',
    'come back later are charged for another day.',
  ];
  const note = ['Bring an', 'identity card', 'or passport'];
  const text = flat(await read(`${drawLines(180, 700, body)} ${drawLines(60, 700, note)}`));
  expect(text).toContain(body.join(' '));
  expect(text).toContain('Bring an identity card or passport');
});

test('keeps a note in small letters between the heights of the lines beside it', async () => {
  const note = drawLines(400, 693, ['Tip: bring', 'sandals'], 12, { size: 9 });
  expect(flat(await read(`${drawLines(60, 700, sauna)} ${note}`))).toBe(`${sauna.join(' ')} Tip: bring sandals`);
});

test('reads a note with a background after the paragraph that runs around it', async () => {
  const narrow = [
    'The deposit of a bicycle is 50 EUR. It is',
    'returned when it is back in the shop',
    'without damage. Children ride with',
  ];
  const wide = [
    'a helmet only, which the shop lends without a fee. The shop closes',
    'at six, and bicycles are charged for another day after that.',
  ];
  const note = ['Bring an identity', 'card to the desk.'];
  const content = [
    drawLines(60, 700, [...narrow, ...wide]),
    '0.9 g 290 670 120 45 re f 0 g',
    drawLines(296, 700, note),
    drawLines(60, 610, ['Helmets are in the shop.']),
  ];
  expect(flat(await read(content.join(' ')))).toBe([...narrow, ...wide, ...note, 'Helmets are in the shop.'].join(' '));
});

test('starts a column at its heading, also if the other column begins lower', async () => {
  const content = [
    drawText(60, 706, 'Sauna', { font: 'FB', size: 12 }),
    drawText(320, 719, 'Gym', { font: 'FB', size: 12 }),
    drawLines(60, 680, sauna),
    drawLines(320, 693, gym),
  ];
  expect(flat(await read(content.join(' ')))).toBe(['Sauna', ...sauna, 'Gym', ...gym].join(' '));
});

test('reads lists beside each other one after the other', async () => {
  const lists = [
    ['• Towels', '• Soap', '• Water'],
    ['• Robe', '• Slippers', '• Tea'],
  ];
  const content = lists.map((list, at) => drawLines(60 + at * 160, 700, list, 14, { font: 'FU' })).join(' ');
  expect(await read(content)).toBe('• Towels\n• Soap\n• Water\n\n• Robe\n• Slippers\n• Tea');
});

test.each([0, 90, 180, 270])('reads a page that is shown turned by %d degrees', async (rotate) => {
  const turned = { 0: '1 0 0 1 0 0', 90: '0 1 -1 0 595 0', 180: '-1 0 0 -1 595 842', 270: '0 -1 1 0 0 842' }[rotate];
  const content = `q ${turned} cm ${drawLines(60, 500, ['The sauna opens at 14:00.', 'The gym opens at 6:00.'])} Q`;
  expect(flat(await read({ content, entries: `/Rotate ${rotate}` }))).toBe(
    'The sauna opens at 14:00. The gym opens at 6:00.',
  );
});

test('reads text on a page that was scanned at a small angle', async () => {
  const [cos, sin] = [Math.cos(0.03), Math.sin(0.03)];
  const content = `q ${cos} ${sin} ${-sin} ${cos} 0 0 cm ${drawLines(
    60,
    700,
    sauna.map((line, at) => `${line} ${gym[at]}`),
  )} Q`;
  expect(flat(await read(content))).toBe(sauna.map((line, at) => `${line} ${gym[at]}`).join(' '));
});

test('reads turned words after the text, and a watermark once', async () => {
  const page = (number: number) =>
    [
      drawText(150, 250, 'CONFIDENTIAL', { font: 'FB', size: 60, matrix: '0.7 0.7 -0.7 0.7' }),
      drawLines(60, 760, [
        `Hall ${number} holds ${number * 111} visitors at the same time, and the`,
        `doors of hall ${number} are locked at 19:30.`,
      ]),
      drawText(30, 300, `Approved by office ${number}`, { matrix: '0 1 -1 0' }),
    ].join(' ');
  const text = await read(page(1), page(2));
  expect(flat(text)).toContain('visitors at the same time, and the doors of hall 2');
  expect(text.match(/CONFIDENTIAL/g)).toHaveLength(1);
  expect(text.match(/Approved by office \d/g)).toEqual(['Approved by office 1', 'Approved by office 2']);
});

test('keeps a large word behind the text out of its sentences', async () => {
  const content = `0.9 g ${drawText(100, 655, 'DRAFT', { size: 90, font: 'FB' })} 0 g ${drawLines(60, 700, sauna)}`;
  expect(flat(await read(content))).toBe(`${sauna.join(' ')} DRAFT`);
});

test('reads vertical Japanese from the right, by its font or by the place of its characters', async () => {
  const column = (x: number, text: string) =>
    Array.from(text, (c, at) => drawText(x, 760 - at * 14, c, { font: 'FU' })).join(' ');
  const texts = ['図書館は午前九時に開きます。', '貸出期間は14日間です。'];
  expect(await read(`${column(376, texts[1] ?? '')} ${column(400, texts[0] ?? '')}`)).toBe(texts.join('\n'));
  const columns = texts.map((text, at) => drawText(400 - at * 24, 760, text, { font: 'FU' })).join(' ');
  const vertical = drawPdf([columns]).toString('latin1').replaceAll('Identity-H', 'Identity-V');
  expect((await readSections(Buffer.from(vertical, 'latin1'), 'pdf')).text).toBe(texts.join('\n'));
});

const reverse = (text: string) => [...text].toReversed().join('');

test.each([
  ['as it is seen', drawText(200, 700, reverse('המחיר הוא 45 שקלים לכרטיס').replace('54', '45'), { font: 'FU' })],
  ['in reading order', drawText(200, 700, 'המחיר הוא 45 שקלים לכרטיס', { font: 'FU' })],
  [
    'character by character from the right',
    Array.from('המחיר הוא', (c, at) => drawText(380 - at * 6.2, 700, c, { font: 'FU' })).join(' ') +
      drawText(300, 700, '45', { font: 'FU' }) +
      Array.from('שקלים לכרטיס', (c, at) => drawText(290 - at * 6.2, 700, c, { font: 'FU' })).join(' '),
  ],
])('reads Hebrew that is stored %s', async (_, content) => {
  expect(flat(await read(content))).toBe('המחיר הוא 45 שקלים לכרטיס');
});

test('reads Arabic shapes of letters, and Latin words between them', async () => {
  // "السعر 45 USD" as it is seen: the last word is on the left.
  const seen = `45 USD ${reverse('ﺍﻟﺴﻌﺮ')}`;
  expect(await read(drawText(200, 700, seen, { font: 'FU' }))).toBe('السعر 45 USD');
});

test('reads two columns with headings at the same heights one after the other', async () => {
  const column = (x: number, parts: readonly (readonly [heading: string, lines: readonly string[]])[]) =>
    parts.map(
      ([heading, lines], at) =>
        `${drawText(x, 700 - at * 80, heading, { font: 'FB' })} ${drawLines(x, 682 - at * 80, lines)}`,
    );
  const content = [
    ...column(60, [
      ['Sauna', sauna.slice(0, 4)],
      ['Bath', bath.slice(0, 4)],
    ]),
    ...column(320, [
      ['Gym', gym.slice(0, 4)],
      ['Pool', sauna.slice(0, 4)],
    ]),
  ];
  expect(flat(await read(content.join(' ')))).toBe(
    [
      'Sauna',
      ...sauna.slice(0, 4),
      'Bath',
      ...bath.slice(0, 4),
      'Gym',
      ...gym.slice(0, 4),
      'Pool',
      ...sauna.slice(0, 4),
    ].join(' '),
  );
});

test('keeps a comma after a Hebrew number at its place', async () => {
  const visual = Array.from('שעות 9:00, מחיר 45 שקל.')
    .toReversed()
    .join('')
    .replace('00:9', '9:00')
    .replace('54', '45');
  expect(await read(drawText(60, 700, visual, { font: 'FU' }))).toBe('שעות 9:00, מחיר 45 שקל.');
});

test('reads a table with lines between its rows within a column beside another one', async () => {
  const rule = (y: number) => `60 ${y} m 260 ${y} l S`;
  const rows = [
    ['Adults', '11 EUR'],
    ['Students', '7 EUR'],
    ['Families', '24 EUR'],
  ];
  const table = rows.flatMap(([name = '', price = ''], at) => {
    const y = 630 - at * 16;
    return [drawText(60, y, name), drawText(200, y, price), rule(y - 4)];
  });
  const content = [drawLines(60, 700, sauna.slice(0, 4)), ...table, drawLines(320, 696, [...gym, ...bath].slice(0, 6))];
  expect(flat(await read(content.join('\n')))).toBe(
    [...sauna.slice(0, 4), ...rows.flat(), ...[...gym, ...bath].slice(0, 6)].join(' '),
  );
});

test('reads the headings of two columns with the columns, although they are large for the gap between them', async () => {
  const columns = [
    [
      'The office opens at half past eight and closes',
      'at noon. Guests report at the desk before that',
      'hour and sign the book, which is kept there.',
    ],
    [
      'Engines are stopped at the pump. The crane is',
      'used by the staff only, and lifts all boats of',
      'up to six tons for 110 EUR.',
    ],
  ];
  // As TeX does, without the character for a space.
  const draw = (x: number, y: number, size: number, text: string) =>
    `BT /F1 ${size} Tf ${x} ${y} Td [(${text.replaceAll(' ', ') -278 (')})] TJ ET`;
  const content = columns.flatMap((lines, at) => {
    const x = at === 0 ? 60 : 271.8;
    const headings = [draw(x, 700, 15, String(at + 1)), draw(x + 24, 700, 15, at === 0 ? 'Hours' : 'Safety')];
    return [...headings, ...lines.map((line, index) => draw(x, 680 - index * 12, 10, line))];
  });
  const text = await read(content.join(' '));
  expect(flat(text)).toBe(`1 Hours ${columns[0]?.join(' ')} 2 Safety ${columns[1]?.join(' ')}`);
});

test('keeps a line that ends the left column with it, and a heading below both columns apart', async () => {
  const content = [
    drawLines(60, 700, [...sauna, ...bath].slice(0, 6)),
    drawLines(320, 705, gym),
    drawText(60, 600, 'Prices', { size: 14 }),
    drawText(60, 580, 'A day in the hall costs 9 EUR for adults, and 5 EUR for children under twelve years of age.'),
  ];
  expect(flat(await read(content.join(' ')))).toBe(
    [
      ...[...sauna, ...bath].slice(0, 6),
      ...gym,
      'Prices',
      'A day in the hall costs 9 EUR for adults, and 5 EUR for children under twelve years of age.',
    ].join(' '),
  );
});
