import { expect, test } from 'vitest';
import { readSections } from '../collect-sections.ts';
import { drawLines, drawPdf, drawTable, drawText } from './draw-pdf.ts';

// Layouts as HTML converters, word processors and libraries for invoices write them.
const read = async (content: string) => (await readSections(drawPdf([content]), 'pdf')).text;
const line = (x0: number, y0: number, x1: number, y1: number) => `${x0} ${y0} m ${x1} ${y1} l S\n`;

test('keeps prices above and below the side of a cell beside a merged cell', async () => {
  const lines = [
    ...[60, 122, 180, 240].map((x) => line(x, 660, x, 720)),
    ...[660, 700, 720].map((y) => line(60, y, 240, y)),
    line(122, 680, 180, 680),
    line(180, 680, 240, 680),
  ];
  const texts = [
    ...drawTable([66, 132, 190], 706, [['Berth', 'Day', 'Week']]),
    drawText(66, 676, 'South pier'),
    drawText(132, 684, '14 EUR'),
    drawText(132, 668, '16 EUR'),
    drawText(190, 684, '48 EUR'),
    drawText(190, 668, '99 EUR'),
  ];
  expect(await read([...lines, ...texts].join(''))).toBe(
    'Berth\tDay\tWeek\nSouth pier\t14 EUR\t48 EUR\nSouth pier\t16 EUR\t99 EUR',
  );
});

test('reads the sides of cells whose corners are curves without a radius', async () => {
  const side = (x0: number, y0: number, x1: number, y1: number) =>
    `${x0} ${y0} m ${x0} ${y0} ${x0} ${y0} ${x0} ${y0} c ${x1} ${y1} l ${x1} ${y1} ${x1} ${y1} ${x1} ${y1} c S\n`;
  const sides = [
    ...[60, 189, 260, 340].map((x) => side(x, 654, x, 710)),
    ...[654, 674, 694, 710].map((y) => side(60, y, 340, y)),
  ];
  const texts = drawTable([63, 191, 263], 698, [
    ['Repair', 'Time', 'Price'],
    ['Tire with a new inner tube', '20 min', '15 EUR'],
    ['Brakes', '', '28 EUR'],
  ]);
  expect(await read(sides.join('') + texts)).toBe(
    'Repair\tTime\tPrice\nTire with a new inner tube\t20 min\t15 EUR\nBrakes\t\t28 EUR',
  );
});

test('keeps rows apart below lines that are only between the names of the columns', async () => {
  const rows = [
    ['Berth', 'Day', 'Week', 'Winter'],
    ['', 'EUR', 'EUR', 'EUR'],
    ['North pier', '12', '70', '8'],
    ['South pier', '14', '', '9'],
    ['', '16', '99', 'closed'],
  ];
  const content = drawTable([60, 150, 230, 310], 700, rows, 15) + line(60, 696, 400, 696) + line(60, 681, 400, 681);
  expect(await read(content)).toBe(rows.map((row) => row.join('\t')).join('\n'));
});

test('puts the names of wide columns over their texts', async () => {
  const content = [
    drawText(90, 700, 'Service'),
    drawText(300, 700, 'What you get'),
    drawText(500, 700, 'Price'),
    drawLines(160, 684, ['The harbor lifts boats of up to six tons with its', 'slings'], 13),
    drawText(60, 684, 'Crane'),
    drawText(430, 684, '110 EUR'),
    drawText(60, 650, 'Diesel'),
    drawText(160, 650, 'Open daily'),
    drawText(430, 650, '1.78 EUR'),
  ].join('\n');
  expect(await read(content)).toBe(
    'Service\tWhat you get\tPrice\nCrane\tThe harbor lifts boats of up to six tons with its slings\t110 EUR\nDiesel\tOpen daily\t1.78 EUR',
  );
});

test('ends a table above a bold heading that begins further to the left', async () => {
  const first = [
    ['Pier', 'Day', 'Week', 'Note'],
    ['North', '12 EUR', '70 EUR', 'deep'],
    ['South', '14 EUR', '', ''],
  ];
  const second = [
    ['Crane', 'Lifting of boats', '110 EUR'],
    ['Diesel', 'Open daily', '1.78 EUR'],
  ];
  const content = [
    drawTable([90, 150, 200, 250], 700, first, 14),
    drawText(60, 658, 'Services', { font: 'FB' }),
    drawTable([90, 170, 300], 644, second, 14),
  ].join('\n');
  const text = (rows: readonly (readonly string[])[]) => rows.map((row) => row.join('\t').trimEnd()).join('\n');
  expect(await read(content)).toBe(`${text(first)}\n\nServices\n\n${text(second)}`);
});

test('reads a column that continues below the end of the next one first', async () => {
  const rules = (topic: string) => [
    `Members of the ${topic} bring a towel and clean`,
    'shoes, which are left at the entrance of the hall',
    'before the lesson begins.',
  ];
  const content = [
    drawLines(60, 700, [...rules('gym'), ...rules('pool')], 14),
    drawText(60, 600, 'Sauna', { font: 'FB', size: 14 }),
    drawLines(60, 580, [...rules('sauna'), ...rules('bath')], 14),
    drawLines(320, 700, rules('club'), 14),
  ].join('\n');
  const text = await read(content);
  expect(text.match(/gym|pool|Sauna|sauna|bath|club/g)).toEqual(['gym', 'pool', 'Sauna', 'sauna', 'bath', 'club']);
});

const columns = [60, 200, 320, 440];
const circle = (x: number, y: number, radius: number) => {
  const [control, left, right, top, bottom] = [radius * 0.55, x - radius, x + radius, y + radius, y - radius];
  return `${left} ${y} m ${left} ${y + control} ${x - control} ${top} ${x} ${top} c
${x + control} ${top} ${right} ${y + control} ${right} ${y} c ${right} ${y - control} ${x + control} ${bottom} ${x} ${bottom} c
${x - control} ${bottom} ${left} ${y - control} ${left} ${y} c`;
};

test('reads bullets that are drawn as circles', async () => {
  const items = ['gas grills are allowed', 'charcoal is not'];
  const drawn = items.map((text, at) => drawText(80, 680 - at * 14, text) + ` ${circle(70, 684 - at * 14, 1.8)} f `);
  expect(await read(drawText(60, 694, 'No fires on deck:') + drawn.join(''))).toBe(
    'No fires on deck:\n• gas grills are allowed\n• charcoal is not',
  );
  expect(
    await read(drawText(60, 694, 'Points') + ` ${circle(97.5, 698, 1.8)} f ` + drawText(101, 694, 'of sale')),
  ).toBe('Points of sale');
});

test('reads check boxes and radio buttons that are drawn as shapes', async () => {
  const box = (x: number, y: number) => `${x} ${y} 10 10 re S `;
  const crossed = `${box(60, 698)} 60 698 m 70 708 l 60 708 m 70 698 l S `;
  const ticked = `0 0.4 1 rg ${box(140, 698).replace('S', 'f')} 1 1 1 RG 142 703 m 144 700 l 148 706 l S 0 g 0 G `;
  const radios = `${circle(65, 684, 5)} S ${circle(65, 684, 2.5)} f ${circle(145, 684, 5)} S `;
  const [filled, empty] = [`${box(60, 658).replace('S', 'f')} `, `1 g ${box(140, 658).replace('S', 'B')} 0 g `];
  const texts = [
    ...drawTable([76, 156], 700, [['Breakfast', 'Parking']]),
    ...drawTable([76, 156], 680, [['Window', 'Aisle']]),
    ...drawTable([76, 156], 660, [['Rain', 'Snow']]),
  ].join('');
  const text = await read(crossed + ticked + radios + filled + empty + texts);
  expect(text.replaceAll(/\s+/g, ' ')).toBe('☒ Breakfast ☒ Parking ☒ Window ☐ Aisle Rain ☐ Snow');
});

test('keeps the short lines of a list of terms apart', async () => {
  const content = [
    drawTable(columns, 760, [
      ['Berth', 'Day', 'Week', 'Winter'],
      ['North', '12 EUR', '70 EUR', '8 EUR'],
    ]),
    drawText(60, 700, 'Deposit'),
    drawText(80, 686, '50 EUR for the key card'),
    drawText(60, 672, 'Wi-Fi'),
    drawText(80, 658, 'Password at the desk'),
  ].join('\n');
  expect(await read(content)).toContain('Deposit\n50 EUR for the key card\nWi-Fi\nPassword at the desk');
});

test('joins the lines of a column beside another one', async () => {
  const rules = ['The sauna opens at two. Children under', '12 years may not enter, and all guests', 'bring a towel.'];
  const other = ['The gym opens at six on all days of the', 'week. Members bring shoes and a towel', 'to each class.'];
  expect(await read(`${drawLines(60, 700, rules, 14)} ${drawLines(320, 700, other, 14)}`)).toContain(
    'Children under 12 years',
  );
});

test('reads a cell that touches the text before it, if it is drawn later and begins where others do', async () => {
  const wide = 'By the staff';
  const content = [
    ...drawTable([60, 160, 215.2], 700, [['Service', 'Details', 'Price']]),
    ...drawTable([60, 160], 686, [['Crane', wide]]),
    drawText(160, 672, 'of the harbor'),
    drawText(215.2, 686, '110 EUR'),
    ...drawTable([60, 160, 215.2], 658, [['Diesel', 'Open', '1.78 EUR']]),
  ];
  expect(await read(content.join(''))).toBe(
    'Service\tDetails\tPrice\nCrane\tBy the staff of the harbor\t110 EUR\nDiesel\tOpen\t1.78 EUR',
  );
});

test('joins wrapped cells whose row ends with a price', async () => {
  const content = [
    drawTable([60, 200, 420], 740, [['Service', 'Details', 'Fee']]),
    drawLines(200, 720, ['A locker with a key for one day; lost keys', 'are charged at the desk'], 12),
    drawTable([60, 420], 708, [['Locker', '2 EUR']]),
    drawLines(200, 690, ['Rent of a towel, with a deposit of five', 'euros which is returned'], 12),
    drawTable([60, 420], 678, [['Towel', '3 EUR']]),
    drawLines(60, 660, ['Private lesson for two', 'persons or more'], 12),
    drawLines(200, 660, ['One hour with a teacher of the club on', 'any weekday'], 12),
    drawText(420, 648, '45 EUR'),
  ].join('\n');
  expect((await read(content)).split('\n').at(-1)).toBe(
    'Private lesson for two persons or more\tOne hour with a teacher of the club on any weekday\t45 EUR',
  );
});

test('keeps the lines of a receipt apart whose columns are made with spaces', async () => {
  const lines = [
    'Qty Item            Price',
    '  1 Espresso         2.40',
    '  2 Cappuccino       7.00',
    'TOTAL                9.40',
  ];
  const content = drawLines(60, 700, lines, 11, { size: 9 });
  const text = (await readSections(Buffer.from(useCourier(content), 'latin1'), 'pdf')).text;
  expect(text).toBe('Qty Item\tPrice\n1 Espresso\t2.40\n2 Cappuccino\t7.00\nTOTAL\t9.40');
});

const useCourier = (content: string) => drawPdf([content]).toString('latin1').replace('/Helvetica>>', '/Courier>>');

test('does not take the spaces before a line for the end of a wrapped one', async () => {
  const lines = [
    'Rope 12mm         2 x  6.25',
    '                      12.50',
    'Anchor small          40.00',
    'Chain                 60.00',
  ];
  const content = drawLines(60, 700, lines, 11, { size: 9 });
  const text = (await readSections(Buffer.from(useCourier(content), 'latin1'), 'pdf')).text;
  expect(text).toBe('Rope 12mm\t2 x\t6.25\n\t\t12.50\nAnchor small\t\t40.00\nChain\t\t60.00');
});

test('reads bullets that are larger and lower than their texts', async () => {
  const content = ['oars', 'vests for all'].map(
    (item, at) => drawText(78, 700 - at * 18, item, { size: 10 }) + drawText(60, 698 - at * 18, '\u0095', { size: 12 }),
  );
  expect(await read(content.join(''))).toBe('• oars\n• vests for all');
});

test('keeps ticks in the columns of their cells', async () => {
  const rows = [
    ['Feature', 'Basic', 'Team', 'Company'],
    ['E-mail', '✓', '✓', '✓'],
    ['Telephone', '–', '✓', '✓'],
    ['Contract', '', '✓', '9 EUR'],
  ];
  const content = rows.flatMap((cells, row) =>
    cells.map((cell, at) => drawText(60 + at * 45 + (at > 0 ? 40 : 0), 700 - row * 18, cell, { font: 'FU' })),
  );
  expect(await read(content.join(' '))).toBe(rows.map((cells) => cells.join('\t')).join('\n'));
});

test('reads rows with numbers that have no line between them', async () => {
  const lines = [
    ...[55, 100, 170, 240].map((x) => line(x, 660, x, 720)),
    ...[660, 698, 720].map((y) => line(55, y, 240, y)),
  ];
  const rows = [
    ['Floor', 'Alarms', 'Checked'],
    ['1', '6', 'March'],
    ['2', '4', '–'],
  ];
  const texts = rows.flatMap((cells, row) =>
    cells.map((cell, at) => drawText([60, 105, 175][at] ?? 0, [706, 684, 669][row] ?? 0, cell, { font: 'FU' })),
  );
  expect(await read([...lines, ...texts].join(''))).toBe(rows.map((cells) => cells.join('\t')).join('\n'));
});

test('joins an amount with the currency in the line above it, beside cells at the middle of both lines', async () => {
  const content = [
    drawText(60, 717, 'Article'),
    drawText(250, 717, 'Count'),
    drawText(287, 723.5, 'Price'),
    drawText(287, 710.5, 'each'),
    drawText(350, 717, 'Sum'),
    drawText(60, 690, 'Cupboard of 60 cm with two drawers'),
    drawText(60, 677, 'and a door of oak'),
    drawText(250, 683.5, '4'),
    drawText(287, 683.5, 'R$ 890'),
    drawText(384, 690, 'R$'),
    drawText(350, 677, '3.560,00'),
    drawText(60, 648, 'Top of granite'),
    drawText(250, 648, '2'),
    drawText(287, 648, 'R$ 640'),
    drawText(384, 654.5, 'R$'),
    drawText(350, 641.5, '1.280,00'),
    drawText(60, 619, 'Mirror'),
    drawText(250, 619, '1'),
    drawText(287, 619, 'R$ 310'),
    drawText(350, 619, 'R$ 310'),
  ];
  expect((await read(content.join(' '))).split('\n').map((row) => row.split('\t'))).toEqual([
    ['Article', 'Count', 'Price each', 'Sum'],
    ['Cupboard of 60 cm with two drawers and a door of oak', '4', 'R$ 890', 'R$ 3.560,00'],
    ['Top of granite', '2', 'R$ 640', 'R$ 1.280,00'],
    ['Mirror', '1', 'R$ 310', 'R$ 310'],
  ]);
});

test('repeats a cell at the middle of two rows whose names begin with small letters', async () => {
  const rows = ['118 dpi', '180 dpi'].flatMap((name, at) => [
    drawText(60, 694 - at * 30, name),
    drawTable(
      [103, 200, 260],
      700 - at * 30,
      [
        ['10% to 20%', '200', '150'],
        ['all sizes', '550', '350'],
      ],
      12,
    ),
  ]);
  expect(await read(drawTable([60, 200, 260], 725, [['Printer', 'Small', 'Large']]) + rows.join(' '))).toBe(
    [
      'Printer\t\tSmall\tLarge',
      ...['118 dpi', '180 dpi'].flatMap((name) => [`${name}\t10% to 20%\t200\t150`, `${name}\tall sizes\t550\t350`]),
    ].join('\n'),
  );
});

test('reads names of columns above the first row, if only the rows have lines below them', async () => {
  const rows = [
    ['Article', 'Unit', 'VAT', 'Sum'],
    ['Repair of a door', '1 240,00', '20 %', '1 240,00'],
    ['Varnish', '48,50', '20 %', '145,50'],
    ['Delivery', '0,00', '20 %', '0,00'],
  ];
  // Numbers end at the same place, as do their names. Digits have a width of 0.556 em.
  const widths: Readonly<Record<string, number>> = { Unit: 18.5, VAT: 18.5, Sum: 22 };
  const measure = (cell: string) =>
    widths[cell] ?? [...cell].reduce((sum, char) => sum + ({ ',': 2.5, ' ': 2.5, '%': 8 }[char] ?? 5), 0);
  const ends = [0, 250, 278, 325];
  const content = rows.flatMap((cells, row) => [
    ...cells.map((cell, at) =>
      drawText(at === 0 ? 60 : (ends[at] ?? 0) - measure(cell), 700 - row * 18, cell, { size: 9 }),
    ),
    row === 0 ? '' : line(57, 694 - row * 18, 328, 694 - row * 18),
  ]);
  expect(await read(content.join(' '))).toBe(rows.map((cells) => cells.join('\t')).join('\n'));
});

test('joins amounts with the currency in the line below them, beside a cell at the middle of both lines', async () => {
  const names = ['Hall', 'Pier', 'Crane', 'Berth'];
  const content = names.flatMap((name, at) => {
    const y = 700 - at * 40;
    return [
      drawText(60, y - 6, name),
      drawTable(
        [130, 180],
        y,
        [
          [`${at}9.40`, `${at}7.60`],
          ['EUR', 'EUR'],
        ],
        12,
      ),
    ];
  });
  expect(await read(content.join(' '))).toBe(
    names.map((name, at) => `${name}\t${at}9.40 EUR\t${at}7.60 EUR`).join('\n'),
  );
});
