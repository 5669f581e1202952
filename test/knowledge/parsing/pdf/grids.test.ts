import { expect, test } from 'vitest';
import { readSections } from '../collect-sections.ts';
import { drawLines, drawPdf, drawTable, drawText } from './draw-pdf.ts';

const read = async (...content: readonly string[]) =>
  (await readSections(drawPdf([content.join('\n')]), 'pdf')).text.split('\n');

type Line = readonly [x0: number, y0: number, x1: number, y1: number];

function drawRules(lines: readonly Line[]): string {
  return lines.map(([x0, y0, x1, y1]) => `${x0} ${y0} m ${x1} ${y1} l S`).join('\n');
}

/** Draws horizontal lines over a whole width. */
const across = (left: number, right: number, ys: readonly number[]) => ys.map((y): Line => [left, y, right, y]);
/** Draws vertical lines from one height to another. */
const down = (top: number, bottom: number, xs: readonly number[]) => xs.map((x): Line => [x, bottom, x, top]);

const columns = [60, 200, 300];
const cases = [
  ['Country', 'Cases', 'Share'],
  ['Austria', '3375', '86.2'],
  ['Belgium', '3973', '0'],
  ['Cyprus', '158', '81.0'],
];
const expected = cases.map((row) => row.join('\t'));

test('reads the columns of rows that only the header has lines between', async () => {
  const text = drawTable(columns, 702, cases);
  const sides = [...down(715, 643, [50, 400]), ...down(715, 697, [190, 290])];
  const rules = drawRules([...across(50, 400, [715, 697, 679, 661, 643]), ...sides]);
  expect(await read(text, rules)).toEqual(expected);
});

test('keeps a merged cell with one text in a row of a grid', async () => {
  const rows = [...cases, ['All countries of the north and of the south together']];
  const rules = [...across(50, 400, [715, 697, 679, 661, 643, 625]), ...down(715, 643, [50, 190, 290, 400])];
  const lines = await read(drawTable(columns, 702, rows), drawRules([...rules, ...down(643, 625, [50, 400])]));
  expect(lines.slice(0, 4)).toEqual(expected);
  expect(lines.at(-1)).toBe('All countries of the north and of the south together');
});

test('reads the names of rows that have no lines between them', async () => {
  const rules = [...across(50, 400, [715, 697, 643]), ...across(190, 400, [679, 661]), ...down(715, 643, [50, 190])];
  const text = drawTable(columns, 702, cases);
  expect(await read(text, drawRules([...rules, ...down(715, 643, [290, 400])]))).toEqual(expected);
});

test('reads groups of values in one row of a grid as rows', async () => {
  const names = ['Three years', 'Head Start', 'Control', 'Four years', 'Head Start', 'Control'];
  const values = ['', '85.1%', '17.3%', '', '79.8%', '13.9%'];
  const text = [
    drawTable([60, 200], 702, [['Group', 'Took part']]),
    drawLines(60, 684, names),
    ...values.map((value, at) => (value ? drawText(200, 684 - at * 14, value) : '')),
  ].join('\n');
  const rules = drawRules([...across(50, 300, [715, 697, 608]), ...down(715, 608, [50, 190, 300])]);
  expect(await read(text, rules)).toEqual([
    'Group\tTook part',
    'Three years',
    'Head Start\t85.1%',
    'Control\t17.3%',
    'Four years',
    'Head Start\t79.8%',
    'Control\t13.9%',
  ]);
});

test('reads two columns between two lines, and a name over both', async () => {
  const rows = [
    ['Age', 'White women', '', 'Total'],
    ['', 'Poor', 'Rich', ''],
    ['1-2', '2,586', '2,568', '8,002'],
    ['3-5', '3,867', '3,576', '11,654'],
    ['6-11', '7,808', '7,401', '22,527'],
  ];
  const text = drawTable([60, 120, 170, 240], 702, rows);
  const rules = drawRules([...across(50, 300, [715, 679, 661, 643, 625]), ...down(715, 625, [50, 110, 230, 300])]);
  expect(await read(text, rules)).toEqual([
    'Age\tWhite women Poor\tWhite women Rich\tTotal',
    '1-2\t2,586\t2,568\t8,002',
    '3-5\t3,867\t3,576\t11,654',
    '6-11\t7,808\t7,401\t22,527',
  ]);
});

test('keeps the sign of a currency in the cell of its amount', async () => {
  const rows = [
    ['Item', 'Price'],
    ['Screw', '$'],
    ['Nail', '$'],
    ['Bolt', '$'],
  ];
  const amounts = ['1.20', '0.40', '3.10'].map((text, at) => drawText(180, 684 - at * 18, text));
  const rules = drawRules([...across(50, 240, [715, 697, 679, 661, 643]), ...down(715, 643, [50, 140, 240])]);
  const lines = await read(drawTable([60, 150], 702, rows), amounts.join('\n'), rules);
  expect(lines).toEqual(['Item\tPrice', 'Screw\t$ 1.20', 'Nail\t$ 0.40', 'Bolt\t$ 3.10']);
});

test('reads a page in a frame as a page, and not as one cell', async () => {
  const head = drawLines(60, 770, ['Harbor garage', '12 Pier Street', 'Phone 555-0100', 'Estimate 1008'], 16);
  const rules = [...across(50, 400, [790, 715, 697, 679, 661, 643]), ...down(790, 643, [50, 400])];
  const inner = down(715, 643, [190, 290]);
  const lines = await read(head, drawTable(columns, 702, cases), drawRules([...rules, ...inner]));
  expect(lines[0]).toBe('Harbor garage');
  expect(lines.slice(-4)).toEqual(expected);
});

test('reads a spreadsheet that only has some of its lines', async () => {
  const labels = [
    ['Parts', '', '2,100'],
    ['Labor', '2', '300'],
    ['Paint', '1.5', '225'],
    ['Wheel', '', '2,625'],
    ['Total', '', '2,625'],
  ];
  const text = drawTable(columns, 684, [['', 'Hours', 'Cost'], ...labels]);
  const rules = drawRules([
    ...across(50, 400, [697, 607, 589]),
    ...across(190, 400, [679]),
    ...down(697, 589, [50, 400]),
    ...down(679, 589, [190]),
  ]);
  expect(await read(text, rules)).toEqual(['\tHours\tCost', ...labels.map((row) => row.join('\t'))]);
});

test('reads rows of a program that writes a space after each cell', async () => {
  const rows = [
    ['Size', 'Small box', 'Large box'],
    ['Weight', '250', '1,000'],
    ['Height', '30', '31'],
    ['Width', '10', '12'],
  ].map((row) => row.map((cell) => `${cell} `));
  expect(await read(drawTable(columns, 702, rows, 11))).toEqual(
    rows.map((row) => row.map((cell) => cell.trim()).join('\t')),
  );
});

test('reads no cell in the dots between a name and its values', async () => {
  const rows = [
    ['Category', '', '2005', '2010'],
    ['All ages', '. . . . . .', '291', '303'],
    ['Aged 6 and older', '. . .', '266', '278'],
  ];
  expect(await read(drawTable([60, 160, 220, 290], 702, rows))).toEqual([
    'Category\t2005\t2010',
    'All ages\t291\t303',
    'Aged 6 and older\t266\t278',
  ]);
});

test('reads characters that are spaced over several columns, and the same word in several', async () => {
  const rows = [
    ['State', 'Loan', 'Bond', 'Note', 'Bill'],
    ['Assam', '12.6', '10.0', '4.1', '2.4'],
  ];
  const spaced = `BT /F1 11 Tf 46.3 Tc 1 0 0 1 160 666 Tm (----) Tj ET`;
  const text = drawTable([60, 160, 210, 260, 310], 702, rows);
  expect((await read(text, drawText(60, 666, 'Goa'), spaced)).at(-1)).toBe('Goa\t-\t-\t-\t-');
});

test('reads a name that begins further to the left than the amounts below it', async () => {
  const amounts = ['3 EUR', '14 EUR', '4 EUR'].map((text, at) => drawText(430 - text.length * 6, 684 - at * 18, text));
  const rows = [
    ['Zone', 'Streets', 'Fee'],
    ['North', 'Pier Street and the lanes of the harbor', ''],
    ['South', 'Quay', ''],
    ['West', 'Park', ''],
  ];
  const notes = drawLines(60, 612, ['Park between the lines of the street.', 'Pay at the machine beside the gate.']);
  const lines = await read(drawTable([60, 160, 354], 702, rows), amounts.join('\n'), notes);
  expect(lines.slice(0, 4)).toEqual([
    'Zone\tStreets\tFee',
    'North\tPier Street and the lanes of the harbor\t3 EUR',
    'South\tQuay\t14 EUR',
    'West\tPark\t4 EUR',
  ]);
  expect(lines.slice(4).join(' ')).toContain('Park between the lines of the street.');
});

test('keeps a value that is drawn below one of the names of a merged cell in its column', async () => {
  const rules = [...across(50, 410, [715, 697, 679, 661]), ...down(715, 661, [50, 170, 410])];
  const inner = [...down(715, 697, [250, 330]), ...down(679, 661, [250, 330])];
  const rows = [
    ['Parameter', 'Min', 'Typical', 'Max'],
    ['Voltage', '', '', '18'],
    ['Temperature', '-40', '25', '85'],
  ];
  const lines = await read(drawTable([60, 180, 260, 340], 702, rows), drawRules([...rules, ...inner]));
  expect(lines).toEqual(rows.map((row) => row.join('\t')));
});
