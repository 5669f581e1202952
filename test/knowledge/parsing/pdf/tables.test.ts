import { expect, test } from 'vitest';
import { readSections } from '../collect-sections.ts';
import { drawLines, drawPdf, drawTable, drawText } from './draw-pdf.ts';

const read = async (content: string) => (await readSections(drawPdf([content]), 'pdf')).text;
const columns = [60, 200, 320, 440];
const prices = [
  ['Membership', 'Monthly', 'Yearly', 'Day pass'],
  ['Basic', '29 EUR', '300 EUR', '9 EUR'],
  ['Student', '', '180 EUR', '5 EUR'],
  ['Senior', '19 EUR', '', '4 EUR'],
  ['Family', '59 EUR', '600 EUR', ''],
];
const expected = prices.map((row) => row.join('\t').trimEnd()).join('\n');

test('keeps the column of each cell beside empty cells', async () => {
  expect(await read(drawTable(columns, 700, prices))).toBe(expected);
});

test('reads a table that is drawn column by column, or from the end', async () => {
  const byColumn = columns
    .map((x, column) =>
      drawTable(
        [x],
        700,
        prices.map((row) => [row[column] ?? '']),
      ),
    )
    .join(' ');
  expect(await read(byColumn)).toBe(expected);
  expect(await read(drawTable(columns, 700, prices).split('\n').toReversed().join('\n'))).toBe(expected);
});

test('reads a table with numbers that end at the same place', async () => {
  const row = (y: number, cells: readonly string[]) =>
    cells.map((cell, at) => drawText((columns[at] ?? 0) + (at === 0 ? 0 : 60 - cell.length * 6), y, cell)).join(' ');
  const rows = [
    ['Item', 'Net', 'Gross'],
    ['Table', '1,200.00', '1,428.00'],
    ['Lamp', '9.50', '11.31'],
    ['Total', '1,209.50', '1,439.31'],
  ];
  expect(await read(rows.map((cells, at) => row(700 - at * 16, cells)).join(' '))).toBe(
    rows.map((cells) => cells.join('\t')).join('\n'),
  );
});

test('reads narrow columns of numbers beside wrapped cells', async () => {
  const cells: readonly (readonly [x: number, y: number, text: string])[] = [
    [60, 700, 'Pos.'],
    [90, 700, 'Article'],
    [230, 700, 'Qty'],
    [255.4, 700, 'Price'],
    [60, 680, '1'],
    [90, 686, 'Brake pads with the'],
    [90, 674, 'cleaning of the rims'],
    [241, 680, '2'],
    [259, 680, '9.50'],
    [60, 656, '2'],
    [90, 656, 'Chain'],
    [241, 656, '1'],
    [252.9, 656, '24.00'],
  ];
  expect((await read(cells.map(([x, y, text]) => drawText(x, y, text)).join(' '))).split('\n')).toEqual([
    'Pos.\tArticle\tQty\tPrice',
    '1\tBrake pads with the cleaning of the rims\t2\t9.50',
    '2\tChain\t1\t24.00',
  ]);
});

test('repeats a cell that is at the middle of two rows without lines', async () => {
  const rows = [
    ['City', 'Day', 'Hours'],
    ['', 'Monday', '9 to 17'],
    ['', 'Sunday', 'closed'],
    ['Porto', 'Monday', '10 to 18'],
    ['Faro', 'Friday and all the other', '12 to 20'],
    ['', 'days of the long winter', ''],
  ];
  const content = `${drawTable([60, 160, 320], 700, rows, 14)} ${drawText(60, 679, 'Lisbon')}`;
  expect((await read(content)).split('\n')).toEqual([
    'City\tDay\tHours',
    'Lisbon\tMonday\t9 to 17',
    'Lisbon\tSunday\tclosed',
    'Porto\tMonday\t10 to 18',
    'Faro\tFriday and all the other days of the long winter\t12 to 20',
  ]);
});

test('keeps the rest of a cell that is a number, and rows that end with a hyphen', async () => {
  const rows = [
    ['Date', 'Details', 'Out', 'Balance'],
    ['22/06/17', 'IMPS-7-RAHUL-HDFC-9', '1,000.00', '14,904.08'],
    ['', '8-', '', ''],
    ['23/06/17', 'NEFT CHARGES TAX', '2.88', '14,901.20'],
    ['24/06/17', 'REFUND -', '', '15,000.00'],
    ['25/06/17', 'IMPS-7-RAHUL', '5.00', '14,995.00'],
  ];
  expect((await read(drawTable([60, 130, 320, 420], 700, rows, 12, { size: 9 }))).split('\n')).toEqual([
    'Date\tDetails\tOut\tBalance',
    '22/06/17\tIMPS-7-RAHUL-HDFC-9 8-\t1,000.00\t14,904.08',
    '23/06/17\tNEFT CHARGES TAX\t2.88\t14,901.20',
    '24/06/17\tREFUND -\t\t15,000.00',
    '25/06/17\tIMPS-7-RAHUL\t5.00\t14,995.00',
  ]);
});

test('reads a table whose columns are close to each other, and the rows whose cells are wrapped', async () => {
  const rows = [
    ['Plan', 'Month', 'Year', 'What is in it'],
    ['Student', '', '180 EUR', 'The pool and the gym on all'],
    ['', '', '', 'days except for the holidays'],
    ['Basic', '20 EUR', '', 'The pool only'],
    ['Gold', '40 EUR', '400 EUR', 'Everything'],
  ];
  const content = `${drawText(60, 730, 'The prices of this year are:')} ${drawTable([60, 106, 151, 203], 700, rows, 14)}`;
  expect(await read(content)).toBe(
    [
      'The prices of this year are:',
      '',
      'Plan\tMonth\tYear\tWhat is in it',
      'Student\t\t180 EUR\tThe pool and the gym on all days except for the holidays',
      'Basic\t20 EUR\t\tThe pool only',
      'Gold\t40 EUR\t400 EUR\tEverything',
    ].join('\n'),
  );
});

const plans = [
  ['Plan', 'What is included', 'Price'],
  ['Bronze', ['Access to the gym on', 'weekdays until 16:00 and', 'a locker'], '21 EUR'],
  ['Silver', ['Access at any time and', 'one course a week of', 'your choice'], '37 EUR'],
  ['Golden', ['Access, all courses and', 'the sauna on every day', 'of the week'], '58 EUR'],
] as const;
const plansText = plans
  .map(([name, included, price]) =>
    [name, typeof included === 'string' ? included : included.join(' '), price].join('\t'),
  )
  .join('\n');

/** Draws the plans: lines at a pitch, with a distance between rows, and other cells at the top or the middle of their row. */
function drawPlans(pitch: number, rowDistance: number, isMiddle: boolean, hasRules = false): string {
  let y = 700;
  const parts: string[] = [];
  for (const [name, included, price] of plans) {
    const lines = typeof included === 'string' ? [included] : included;
    const middle = y - (isMiddle ? ((lines.length - 1) * pitch) / 2 : 0);
    parts.push(drawText(60, middle, name), drawLines(160, y, lines, pitch), drawText(360, middle, price));
    y -= (lines.length - 1) * pitch + rowDistance;
    if (hasRules) parts.push(`50 ${y + rowDistance * 0.55} m 450 ${y + rowDistance * 0.55} l S`);
  }
  return parts.join('\n');
}

test.each([
  ['with the same distance between lines and rows', drawPlans(13, 13, false)],
  ['with a distance between rows', drawPlans(13, 20, false)],
  ['with cells in the middle of their rows', drawPlans(13, 22, true)],
  ['with rules between rows', drawPlans(13, 18, true, true)],
])('keeps the lines of a wrapped cell in their row: %s', async (_, content) => {
  expect(await read(content)).toBe(plansText);
});

test('keeps the rows of a table of commands, which all begin with small letters', async () => {
  const rows = [
    ['command', 'what it does'],
    ['open', 'starts the program and shows the last file'],
    ['close', 'ends the program after a question'],
    ['print', 'sends the file to the printer'],
  ];
  expect(await read(drawTable([60, 160], 700, rows, 14))).toBe(rows.map((row) => row.join('\t')).join('\n'));
});

test('repeats the name of several columns in each of them', async () => {
  const rows = [
    ['Room', 'Summer', '', 'Winter'],
    ['', 'Single', 'Double', 'Single'],
    ['Sea', '80 EUR', '120 EUR', '60 EUR'],
    ['Hill', '70 EUR', '110 EUR', '50 EUR'],
  ];
  const content = drawTable(columns, 700, rows).replace(
    drawText(200, 700, 'Summer'),
    drawText(195, 700, 'Prices in the summer months, per night'),
  );
  const lines = (await read(content)).split('\n');
  expect(lines.at(-2)).toBe('Sea\t80 EUR\t120 EUR\t60 EUR');
  expect(lines.slice(0, 2).join(' ')).toMatch(/Room\tPrices in the summer months, per night/);
});

/** Draws lines around cells, except between cells that are merged downwards in the first column. */
function drawGrid(xs: readonly number[], ys: readonly number[], merged: ReadonlySet<number>): string {
  const [left = 0] = xs;
  const right = xs.at(-1) ?? 0;
  const [top = 0] = ys;
  const bottom = ys.at(-1) ?? 0;
  return [
    ...xs.map((x) => `${x} ${bottom} m ${x} ${top} l S`),
    ...ys.map((y, at) => `${merged.has(at) ? (xs[1] ?? 0) : left} ${y} m ${right} ${y} l S`),
  ].join('\n');
}

test('repeats a cell that is merged over several rows of a grid', async () => {
  const rows = [
    ['Zone', 'Guest', 'Price'],
    ['A', 'Adult', '10 EUR'],
    ['', 'Child', '5 EUR'],
    ['B', 'Adult', '14 EUR'],
    ['', 'Child', '7 EUR'],
  ];
  const ys = [715, 697, 679, 661, 643, 625];
  const content = `${drawTable([60, 160, 260], 702, rows)} ${drawGrid([50, 150, 250, 350], ys, new Set([2, 4]))}`;
  expect(await read(content)).toBe(
    'Zone\tGuest\tPrice\nA\tAdult\t10 EUR\nA\tChild\t5 EUR\nB\tAdult\t14 EUR\nB\tChild\t7 EUR',
  );
});

test('keeps a text with several paragraphs in its cell of a grid', async () => {
  const content = [
    drawTable([60, 160], 702, [['Service', 'Notes']]),
    drawText(60, 684, 'Laundry'),
    drawLines(160, 684, ['Bring it before 9:00.', 'It is back on the next day.']),
    drawText(60, 648, 'Parking'),
    drawLines(160, 648, ['In the yard.', 'Ten places.']),
    drawGrid([50, 150, 350], [715, 697, 661, 625], new Set()),
  ].join('\n');
  expect(await read(content)).toBe(
    'Service\tNotes\nLaundry\tBring it before 9:00. It is back on the next day.\nParking\tIn the yard. Ten places.',
  );
});

test('finds the rows of a table with their header in the chunks', async () => {
  const { text } = await readSections(
    drawPdf([drawTable(columns, 700, prices), drawTable(columns, 700, prices)]),
    'pdf',
  );
  expect(text).toBe(`${expected}\n\n${expected}`);
});

test('moves the rest of a row from the next page to its row, below the repeated names of the columns', async () => {
  const pages = [
    [
      ['Item', 'Rule'],
      ['Key', '5 EUR'],
      ['Deposit', '50 EUR, returned within'],
    ],
    [
      ['Item', 'Rule'],
      ['', '14 days after the return'],
      ['Late fee', '5 EUR a day'],
    ],
  ];
  const { sections } = await readSections(drawPdf(pages.map((rows) => drawTable([60, 200], 700, rows))), 'pdf');
  expect(sections.map(({ text }) => text)).toEqual([
    'Item\tRule\nKey\t5 EUR\nDeposit\t50 EUR, returned within 14 days after the return',
    'Item\tRule\nLate fee\t5 EUR a day',
  ]);
});

test('reads the names of columns that are turned', async () => {
  const names = ['Breakfast', 'Dinner'].map((name, at) => drawText(205 + at * 60, 705, name, { matrix: '0 1 -1 0' }));
  const rows = [
    ['Sea view', '12 EUR', '24 EUR'],
    ['Hill view', '10 EUR', '22 EUR'],
  ];
  const content = `${names.join(' ')} ${drawText(60, 705, 'Room')} ${drawTable([60, 195, 255], 685, rows)}`;
  expect(await read(content)).toBe('Room\tBreakfast\tDinner\nSea view\t12 EUR\t24 EUR\nHill view\t10 EUR\t22 EUR');
});

test('reads the names of columns that are turned and longer than the table', async () => {
  const names = ['Wednesday', 'Saturday'].map((name, at) => drawText(205 + at * 60, 705, name, { matrix: '0 1 -1 0' }));
  const content = `${names.join(' ')} ${drawTable([60, 195, 255], 685, [['Pool', '9', '10']])} ${drawTable([60, 195, 255], 667, [['Gym', '8', '11']])}`;
  expect(await read(content)).toBe('\tWednesday\tSaturday\nPool\t9\t10\nGym\t8\t11');
});

test('keeps narrow cells apart on a page with a superscript', async () => {
  const rows = [
    ['Weekday', 'Weekend'],
    ['20 EUR', '30 EUR'],
  ];
  const lines = ['60 715 100 0.6 re f 60 695 100 0.6 re f 60 675 100 0.6 re f'];
  const sides = [60, 109, 160].map((x) => `${x} 675 0.6 40 re f`);
  const power = 'BT /F1 11 Tf 60 640 Td (About 10) Tj 5 Ts /F1 7 Tf (4) Tj 0 Ts /F1 11 Tf ( hours) Tj ET';
  expect(await read([drawTable([62, 112], 700, rows, 20), ...lines, ...sides, power].join(' '))).toBe(
    'Weekday\tWeekend\n20 EUR\t30 EUR\n\nAbout 10⁴ hours',
  );
});

test('does not divide the text above a table', async () => {
  const text = ['The rooms on the second floor are open on all working days, and the', 'members of the club use them.'];
  const content = `${drawLines(60, 700, text)} ${drawTable([60, 400], 670, [['Coffee', '3 EUR']])} ${drawTable([60, 400], 646, [['Tea', '2 EUR']])}`;
  expect(await read(content)).toBe(`${text.join(' ')}\n\nCoffee\t3 EUR\nTea\t2 EUR`);
});

test('reads a table with narrow gaps between its columns and lines between its rows', async () => {
  const rows = [
    ['Service', 'Price', 'Notes'],
    ['Laundry', '12 EUR', 'Bring it before nine in the morning.'],
    ['Parking', '', 'In the yard.'],
    ['Late check', '22 EUR', ''],
  ];
  const rules = rows.map((_, at) => `60 ${694 - at * 20} 400 0.5 re f`);
  const content = `${drawTable([60, 121, 166], 700, rows, 20)} ${rules.join(' ')}`;
  expect(await read(content)).toBe(rows.map((row) => row.join('\t').trimEnd()).join('\n'));
});

test('keeps questions and answers that are wrapped in their rows, between lines', async () => {
  const rows = [
    [['Question'], ['Answer']],
    [
      ['Can I bring my dog to the hotel, and does', 'it cost anything for my stay?'],
      ['Dogs are welcome on the ground floor.', 'They cost 15 EUR a night.'],
    ],
    [
      ['When must I pay for the room if I book', 'on the web site of the hotel?'],
      ['The price is due on arrival.', 'Only offers are paid earlier.'],
    ],
    [
      ['Is there a place where I can charge my', 'car in the night?'],
      ['Four places have chargers.', 'Ask the desk for a card.'],
    ],
  ];
  const content = rows.map((cells, at) => {
    const y = 700 - at * 36;
    return `${cells.map((lines, column) => drawLines(60 + column * 240, y, lines, 13)).join(' ')} 55 ${y - 20} 480 0.5 re f`;
  });
  expect(await read(content.join(' '))).toBe(
    rows.map((cells) => cells.map((lines) => lines.join(' ')).join('\t')).join('\n'),
  );
});

test('separates a table from columns of text below it', async () => {
  const text = ['eighteen nineteen twenty', 'twenty-one twenty-two or', 'more of these numbers.'];
  const below = [60, 200, 320].map((x) => drawLines(x, 600, text, 12, { size: 9 })).join(' ');
  expect(await read(`${drawTable(columns, 700, prices)} ${below}`)).toBe(
    [expected, ...Array.from({ length: 3 }, () => text.join(' '))].join('\n\n'),
  );
});

test('joins a row whose first cell is at the end of a page, and whose other cells are on the next one', async () => {
  const header = ['Code', 'Course', 'Fee'];
  const upper = drawTable([60, 200, 400], 200, [header, ['C1', 'Dance for beginners', '40 EUR'], ['C2', '', '']]);
  const lower = drawTable([60, 200, 400], 780, [
    header,
    ['', 'Dance for advanced members', '50 EUR'],
    ['C3', 'Yoga', '30 EUR'],
  ]);
  const { sections } = await readSections(drawPdf([upper, lower]), 'pdf');
  expect(sections.map(({ text }) => text)).toEqual([
    'Code\tCourse\tFee\nC1\tDance for beginners\t40 EUR\nC2\tDance for advanced members\t50 EUR',
    'Code\tCourse\tFee\nC3\tYoga\t30 EUR',
  ]);
});

test('joins the only cell of a row that continues on the next page', async () => {
  const x = [60, 160, 400];
  const upper = drawTable(x, 120, [
    ['Room', 'Rules', 'Fee'],
    ['Attic', 'No shoes, and quiet after ten in', '40 EUR'],
  ]);
  const lower = drawTable(x, 790, [
    ['', 'the evening on all days', ''],
    ['Cellar', 'No music', '20 EUR'],
    ['Garage', 'No cars', '10 EUR'],
  ]);
  const pages = [`${drawText(60, 780, 'Rooms of the house')} ${upper}`, lower];
  const { sections } = await readSections(drawPdf(pages), 'pdf');
  expect(sections.map(({ text }) => text.split('\n').at(-1))).toEqual([
    'Attic\tNo shoes, and quiet after ten in the evening on all days\t40 EUR',
    'Garage\tNo cars\t10 EUR',
  ]);
  expect(sections[1]?.text).toBe('Cellar\tNo music\t20 EUR\nGarage\tNo cars\t10 EUR');
});

test('ends a cell where its text is cut off', async () => {
  const cell = (x: number, y: number, width: number, text: string) =>
    `q ${x} ${y - 3} ${width} 13 re W n ${drawText(x + 2, y, text)} Q`;
  const rows = [
    ['Code', 'Name of the oil', 'Size', 'Price'],
    ['1068', 'Eucalyptus of the southern hills', '10 CC', '29'],
    ['1103', 'Lavender', '20 CC', '31'],
    ['1120', 'Rosemary, distilled twice', '50 CC', '60'],
  ];
  const starts = [60, 110, 210, 270, 330];
  const content = rows.flatMap((row, at) =>
    row.map((text, column) => {
      const [x = 0, end = 0] = starts.slice(column);
      return cell(x, 700 - at * 14, end - x, text);
    }),
  );
  expect(await read(content.join('\n'))).toBe(
    'Code\tName of the oil\tSize\tPrice\n1068\tEucalyptus of the so\t10 CC\t29\n1103\tLavender\t20 CC\t31\n1120\tRosemary, distilled t\t50 CC\t60',
  );
});

test('joins the lines of a cell by the distance of the rows', async () => {
  const line = (y: number, cells: readonly string[]) => drawTable([60, 260, 360], y, [cells]);
  const content = [
    line(750, ['Security', 'Currency', 'Rate']),
    line(728, ['Global Markets Funding', 'EUR', '4.10%']),
    line(716, ['Luxembourg, series A']),
    line(694, ['Rail Works', 'USD', '5.25%']),
    line(682, ['Series B']),
    line(660, ['Harbour Trust', 'CHF', '1.75%']),
  ];
  expect(await read(content.join('\n'))).toBe(
    'Security\tCurrency\tRate\nGlobal Markets Funding Luxembourg, series A\tEUR\t4.10%\nRail Works Series B\tUSD\t5.25%\nHarbour Trust\tCHF\t1.75%',
  );
});

test('reads numbers that end close to the texts beside them', async () => {
  const rows = [
    ['7', 'Hammer', '12', '14 EUR'],
    ['18', 'Drill', '3', '89 EUR'],
    ['204', 'Glue', '140', '4 EUR'],
    ['310', 'Tape', '55', '3 EUR'],
  ];
  const content = rows.flatMap(([number = '', name = '', stock = '', price = ''], at) => {
    const y = 700 - at * 16;
    const drawNumber = (end: number, text: string) => drawText(end - text.length * 6.116, y, text);
    return [drawNumber(96, number), drawText(101, y, name), drawNumber(240, stock), drawText(245, y, price)];
  });
  expect(await read(content.join('\n'))).toBe(rows.map((row) => row.join('\t')).join('\n'));
});

test('joins the wrapped lines of several cells if most rows are one line', async () => {
  const line = (y: number, cells: readonly string[]) => drawTable([60, 220, 300, 370], y, [cells]);
  const content = [
    line(700, ['Lodging', 'Summer', 'Winter', 'Note']),
    line(681, ['Tent', '12 EUR', '', 'own tent']),
    line(662, ['Hut with two beds and a', '48 EUR', '31', 'linen costs 6 EUR a week and is']),
    line(648, ['kitchen', '', 'EUR', 'changed once']),
    line(629, ['Caravan', '', '22 EUR', '']),
    line(610, ['Dormitory', '19 EUR', '15 EUR', 'breakfast']),
  ];
  expect(await read(content.join('\n'))).toContain(
    'Hut with two beds and a kitchen\t48 EUR\t31 EUR\tlinen costs 6 EUR a week and is changed once\nCaravan',
  );
});

test('reads prices beside the last line of wrapped names', async () => {
  const line = (y: number, cells: readonly string[]) => drawTable([60, 300], y, [cells]);
  const content = [
    line(700, ['Soup of the day with bread', '6 EUR']),
    line(664, ['Roast beef with potatoes, beans']),
    line(651, ['and a sauce of red wine', '18 EUR']),
    line(628, ['Trout with almonds', '16 EUR']),
    line(592, ['Pancakes filled with cherries']),
    line(579, ['and vanilla ice cream', '9 EUR']),
  ];
  expect(await read(content.join('\n'))).toBe(
    'Soup of the day with bread\t6 EUR\nRoast beef with potatoes, beans and a sauce of red wine\t18 EUR\nTrout with almonds\t16 EUR\nPancakes filled with cherries and vanilla ice cream\t9 EUR',
  );
});

test('reads rows whose cells are drawn together, with spaces as wide as the gaps between columns', async () => {
  const content = `BT /F1 10 Tf 77 700 Td [(Month )-1000(Any number of entries )-1200(38.00)] TJ ET
BT /F1 10 Tf 77 682 Td [(Year )-13750(299.00)] TJ ET BT /F1 10 Tf 115 682 Td [(One )-500(entry )-500(each )-500(day,)] TJ ET
${drawText(115, 670, 'and two guests', { size: 10 })}`;
  expect(await read(content)).toBe(
    'Month\tAny number of entries\t38.00\nYear\tOne entry each day, and two guests\t299.00',
  );
});

test('repeats a cell between two rows that are further apart, but no word between two lines', async () => {
  const rows = [
    ['', 'Saturday', '9:00 to 13:00'],
    ['', 'Sunday', '10:00 to 12:00'],
  ];
  const content = [drawTable([60, 160, 260], 720, rows, 22), drawText(60, 709, 'Lisbon')].join(' ');
  const header = drawTable([60, 160, 260], 745, [['Branch', 'Day', 'Hours']]);
  expect(await read(`${header} ${content}`)).toBe(
    'Branch\tDay\tHours\nLisbon\tSaturday\t9:00 to 13:00\nLisbon\tSunday\t10:00 to 12:00',
  );
  expect(await read(content)).not.toContain('Lisbon\tSaturday');
});

test('repeats the name of two columns that is at the middle between their names', async () => {
  const rows = [
    ['Room', '', '', ''],
    ['', 'Summer', '', 'Winter'],
    ['Attic', '50 EUR', '', '40 EUR'],
    ['Cellar', '30 EUR', '', ''],
  ];
  const content = `${drawTable([60, 200, 0, 340], 700, rows, 13)} ${drawText(267, 700, 'Season')}`;
  expect(await read(content)).toBe('Room\tSeason\tSeason\n\tSummer\tWinter\nAttic\t50 EUR\t40 EUR\nCellar\t30 EUR');
});

test('reads tables beside each other whose rows have the same names one after the other', async () => {
  const rows = [
    ['Weekdays', '', 'Weekend', ''],
    ['Yoga', '9:00', 'Yoga', '10:30'],
    ['Boxing', '18:00', 'Boxing', '12:00'],
    ['Dance', '20:00', 'Dance', '15:00'],
  ];
  expect(await read(drawTable([60, 150, 320, 410], 740, rows))).toBe(
    'Weekdays\n\nYoga\t9:00\nBoxing\t18:00\nDance\t20:00\nWeekend\nYoga\t10:30\nBoxing\t12:00\nDance\t15:00',
  );
});

test('repeats each of several names that are at the middle between two names', async () => {
  const rows = [
    ['Boat', 'Hour', 'Day', 'Hour', 'Day'],
    ['Kayak', '9', '40', '5', '20'],
    ['Raft', '30', '', '15', '60'],
  ];
  const names = [drawText(230, 740, 'Adults'), drawText(430, 740, 'Children')].join(' ');
  expect(await read(`${names} ${drawTable([60, 200, 290, 400, 490], 725, rows)}`)).toBe(
    `\tAdults\tAdults\tChildren\tChildren\n${rows.map((row) => row.join('\t')).join('\n')}`,
  );
});

test('reads the wrapped row below the last of the lines that are only between rows', async () => {
  const places = [40, 80, 220, 280];
  const content = [
    drawTable(places, 695, [['No.', 'Service', 'Time', 'Price']]),
    drawTable(places, 675, [['101', 'Cleaning of the teeth', '60 min.', '98 EUR']]),
    drawTable(places, 663, [['', 'with a polish']]),
    drawTable(places, 643, [['203', 'Splint', '2 visits', '275 EUR']]),
    drawTable(places, 623, [['411', 'Ceramic inlay', '2', 'from 540']]),
    drawTable(places, 611, [['', '', 'Visits', 'EUR']]),
    drawText(40, 580, 'Prices include the tax of 19 percent.'),
    ...[690, 658, 638].map((y) => `40 ${y} 300 0.5 re f`),
  ];
  expect(await read(content.join('\n'))).toContain(
    '203\tSplint\t2 visits\t275 EUR\n411\tCeramic inlay\t2 Visits\tfrom 540 EUR\n\nPrices',
  );
});

test('ends a table at a larger heading below it that is wider than its first column', async () => {
  const content = [
    drawTable([73, 150, 496], 684, [['Section', 'What is covered', 'Limit Excess']]),
    drawLines(150, 668, ['Loss of or damage to your belongings in the home by fire,', 'theft'], 13),
    drawTable([73, 487, 536], 662, [['Contents', '75,000', '150']]),
    drawTable([73, 150, 487, 536], 639, [
      ['Valuables', 'Jewellery, watches and collections kept in the home', '12,500', '250'],
    ]),
    drawLines(73, 623, ['Accidental', 'damage'], 13),
    drawTable([150, 492, 536], 616, [['Television sets, computers and fixed glass', '5,000', '100']]),
    drawLines(73, 594, ['Away from', 'home'], 13),
    drawLines(150, 594, ['Belongings you carry with you in the world for sixty days', 'in each period'], 13),
    drawTable([492, 541], 587, [['3,000', '75']]),
    drawTable([73, 150, 473, 536], 564, [
      ['Legal liability', 'Injury to other people or damage to their property', '2,000,000', 'none'],
    ]),
    drawText(72, 544, 'What is not covered', { size: 17 }),
    drawText(100, 516, '• Damage that happens while the home is empty for more than 45 days in'),
    drawText(100, 503, '• The first 1,000 EUR of every claim for subsidence.'),
  ].join('\n');
  expect(await read(content)).toContain('in the home\t12,500\t250\n');
});

test('keeps times apart that are close to each other, without a space between them', async () => {
  const places = [40, 200, 236, 272];
  const content = [
    drawTable([40, 206, 243, 278], 720, [['The film of the week', 'Thu', 'Fri', 'Sat']]),
    drawTable(places, 690, [['The road of the vines', '14h00', '20h45', '16h30']]),
    drawTable(places, 660, [['The quiet harbor', '18h15', '', '21h00']]),
    drawTable(places, 630, [['The bear and the moon', '', '', '10h15']]),
    drawTable(places, 600, [['At the end of the quay', '20h45', '18h00', '18h45']]),
  ].join('\n');
  expect(await read(content)).toContain('The quiet harbor\t18h15\t\t21h00\n');
});

test.each(['', [722, 694, 666, 638].map((y) => `40 ${y} 320 0.5 re f`).join(' ')])(
  'keeps rows whose cells are at the middle of wrapped ones, with and without lines: %s',
  async (rules) => {
    const content = [
      drawTable([40, 120, 300], 727, [['Section', 'What is covered', 'Limit']]),
      drawLines(40, 710, ['Accidental', 'damage'], 12),
      drawLines(120, 710, ['Television sets, computers', 'Fixed glass'], 12),
      drawText(300, 704, '5,000 EUR'),
      drawLines(40, 682, ['Away', 'Abroad'], 12),
      drawText(120, 676, 'Belongings you carry'),
      drawText(300, 676, '3,000 EUR'),
      drawTable([40, 120, 300], 648, [['Legal liability', 'Injury to others', 'none']]),
    ];
    expect(await read([...content, rules].join('\n'))).toBe(
      'Section\tWhat is covered\tLimit\nAccidental damage\tTelevision sets, computers Fixed glass\t5,000 EUR\n' +
        'Away Abroad\tBelongings you carry\t3,000 EUR\nLegal liability\tInjury to others\tnone',
    );
  },
);

test('joins lines whose cells all begin with small letters, and the rest of a name at the end of a row', async () => {
  const places = [40, 100, 170, 240];
  const content = [
    drawTable(places, 720, [['Term', 'Start', 'End', 'Break']]),
    drawTable(places, 701, [['1st', '14 of', '18 of', '26 to 30']]),
    drawTable(places, 689, [['term', 'september', 'december', 'october']]),
    drawTable(places, 670, [['2nd', '4 january', '25 march', '8 to 10']]),
    drawTable(places, 658, [['term', '', '', 'february']]),
    drawTable(places, 639, [['3rd', '12 april', '18 june']]),
    drawTable(places, 627, [['term']]),
  ].join('\n');
  expect(await read(content)).toBe(
    'Term\tStart\tEnd\tBreak\n1st term\t14 of september\t18 of december\t26 to 30 october\n' +
      '2nd term\t4 january\t25 march\t8 to 10 february\n3rd term\t12 april\t18 june',
  );
});

test('keeps a row that begins with small letters below the names of the columns', async () => {
  const rows = [
    ['Item', 'Color', 'Ready'],
    ['lamp', 'red', 'yes'],
    ['table', 'blue', 'no'],
  ];
  expect(await read(drawTable([40, 140, 240], 720, rows, 12))).toBe(rows.map((row) => row.join('\t')).join('\n'));
});

test('joins the units of wrapped prices, and a full line with a number below an abbreviation', async () => {
  const priced = [
    drawTable([40, 120, 220, 300], 720, [['Class', 'Model', '1 to 3 days', 'Longer']]),
    drawTable([40, 120, 220, 300], 708, [['Small', 'Suzuki', '12,500 Ft/', '9,400 Ft/']]),
    drawTable([220, 300], 696, [['day', 'day']]),
    drawTable([40, 120, 220, 300, 360], 684, [['Neutering', 'Dog', 'from 6', '2 450', '1 950']]),
    drawTable([220, 300, 360], 672, [['900 kr', 'kr', 'kr']]),
  ];
  const votes = [
    drawTable([40, 80, 380], 600, [['No.', 'Decision', 'Yes']]),
    drawTable([40, 80, 380], 588, [['2', 'Repair of the underground garage by Brandl Ltd.', '14']]),
    drawText(80, 576, 'at the offered price of 118,400 EUR'),
    drawTable([40, 80, 380], 564, [['3', 'New locks', '9']]),
  ];
  const text = await read([...priced, ...votes].join('\n'));
  expect(text).toContain('Small\tSuzuki\t12,500 Ft/day\t9,400 Ft/day');
  expect(text).toContain('Neutering\tDog\tfrom 6 900 kr\t2 450 kr\t1 950 kr');
  expect(text).toContain('2\tRepair of the underground garage by Brandl Ltd. at the offered price of 118,400 EUR\t14');
});

test('joins the rest of a name if the rows are further apart than its lines, which are far from each other too', async () => {
  const places = [40, 200, 280];
  const content = [
    drawTable(
      columns,
      720,
      [
        ['Ticket', 'On foot', 'By car'],
        ['Adult', '14.60', '58.00'],
        ['Child', '7.30', '9.80'],
      ],
      23,
    ),
    drawTable(places, 651, [['Group of ten, per', '11.20', '13.70']]),
    drawText(40, 634, 'person'),
  ].join('\n');
  expect(await read(content)).toContain('\nGroup of ten, per person\t11.20\t13.70');
});

test('keeps a heading that ends with a short word above the names of the columns', async () => {
  const rows = [
    ['Ticket', 'On foot', 'With a bicycle'],
    ['Adult', '14.60', '17.10'],
    ['Child', '7.30', '9.80'],
  ];
  const content = `${drawText(60, 720, 'Fares, one way', { font: 'FB', size: 12 })} ${drawTable([60, 180, 280], 704, rows, 15)}`;
  expect(await read(content)).toBe(`Fares, one way\n\n${rows.map((row) => row.join('\t')).join('\n')}`);
});

const [list, services] = [
  [
    ['Customer', 'K-20931'],
    ['Order', 'PO 7754/B'],
    ['Invoice date', '17 April'],
  ],
  [
    ['No.', 'Service', 'Time', 'Price'],
    ['101', 'Cleaning of the carpets', '60 min', '98.00'],
    ['102', 'Windows', '30 min', '54.50'],
    ['203', 'Removal of old furniture', '90 min', '389.00'],
  ],
];
const toText = (rows: readonly (readonly string[])[]) => rows.map((cells) => cells.join('\t')).join('\n');

test('reads tables that follow each other without a distance, each with its own columns', async () => {
  const rates = [
    ['VAT', 'Net', 'Gross'],
    ['20 percent', '541.50', '649.80'],
  ];
  const drawn = [
    drawTable([60, 200], 700, list),
    drawTable([60, 90, 260, 340], 640, services),
    drawTable([60, 180, 300], 562, rates),
  ];
  expect(await read(drawn.join(' '))).toBe([list, services, rates].map(toText).join('\n\n'));
});

test('keeps the title between two tables out of their rows', async () => {
  const hours = [
    ['Monday to Friday', '8 to 12', '14 to 18'],
    ['Saturday', '9 to 12', 'closed'],
    ['Sunday', 'closed', 'closed'],
  ];
  const drawn = [
    drawTable([60, 90, 260, 340], 700, services),
    drawText(60, 626, 'Opening hours'),
    drawTable([60, 180, 300], 608, hours),
  ];
  expect(await read(drawn.join(' '))).toBe(`${toText(services)}\n\nOpening hours\n\n${toText(hours)}`);
});

test('joins the parts of a line that is stretched to the width of its cell', async () => {
  const drawn = [
    drawTable([60, 140, 320, 380], 700, [['Team', 'Day and time', 'Start', 'Price']]),
    drawTable([60, 140, 320, 380], 684, [['A', 'Monday 9.00', '11/1', '895 kr.']]),
    drawTable([60, 140, 240, 272, 320, 380], 668, [['B', 'Wednesday 15.45', 'and', 'Friday', '8/1', '1295 kr.']]),
    drawText(140, 656, '15.45 in the hall'),
    drawTable([60, 140, 320, 380], 640, [['C', 'Tuesday 17.00', '6/1', '745 kr.']]),
    drawTable([60, 140, 320, 380], 624, [['D', 'Thursday 20.00', '6/1', '845 kr.']]),
  ];
  expect(await read(drawn.join(' '))).toBe(
    toText([
      ['Team', 'Day and time', 'Start', 'Price'],
      ['A', 'Monday 9.00', '11/1', '895 kr.'],
      ['B', 'Wednesday 15.45 and Friday 15.45 in the hall', '8/1', '1295 kr.'],
      ['C', 'Tuesday 17.00', '6/1', '745 kr.'],
      ['D', 'Thursday 20.00', '6/1', '845 kr.'],
    ]),
  );
});

test('joins the lines of names above columns whose rows are further apart', async () => {
  const places = [60, 200, 290, 380];
  const drawn = [
    drawTable(places, 714, [['', 'Low', 'High', '']]),
    drawTable(places, 702, [['', 'season', 'season', 'Deposit']]),
    ...[
      ['Cabin', '60 EUR', '90 EUR', ''],
      ['Tent', '12 EUR', '', '50 EUR'],
      ['Caravan', '', '35 EUR', '50 EUR'],
    ].map((row, at) => drawTable(places, 682 - at * 18, [row])),
  ];
  expect(await read(drawn.join(' '))).toBe(
    '\tLow season\tHigh season\tDeposit\nCabin\t60 EUR\t90 EUR\nTent\t12 EUR\t\t50 EUR\nCaravan\t\t35 EUR\t50 EUR',
  );
});

test('says that a table may be read wrongly if one text is over two of its columns', async () => {
  const places = [60, 180, 300, 330];
  const cover = [
    ['Contents', 'fire and theft', '75', '15'],
    ['Valuables', 'watches', '12', '25'],
    ['Glass', 'windows', '50', '10'],
  ];
  const readOmissions = async (names: readonly string[], body = cover) =>
    (await readSections(drawPdf([drawTable(places, 700, [names, ...body])]), 'pdf')).sections[0]?.omissions;
  expect(await readOmissions(['Section', 'Cover', 'Limit Fee'])).toEqual([{ kind: 'uncertain_table', count: 1 }]);
  expect(await readOmissions(['Section', 'Cover', 'Max', 'Fee'])).toEqual([]);
  // The name of both columns.
  expect(await readOmissions(['', '', 'In euros'], [['Section', 'Cover', 'Max', 'Fee'], ...cover])).toEqual([]);
});
