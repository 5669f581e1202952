import { expect, test } from 'vitest';
import { extractSentences } from '../../../electron/service/features/knowledge/answers/extract-sentences.ts';

const listTexts = (passage: string) => extractSentences(passage).map(({ text }) => text);

test.each([
  ['of a PDF', '\t'],
  ['of a DOCX file', ' | '],
  ['of a CSV file', ';'],
])('names the column of each value of a table %s', (_, separator) => {
  const rows = [
    ['Plan', 'Plan code', 'Speed (down and up)', '24-month term', 'No term'],
    ['Fiber 300', 'PL-300', '300 Mbps', '$49.00', '$59.00'],
    ['Fiber 500', 'PL-500', '500 Mbps', '$59.00', '$72.00'],
  ];
  expect(listTexts(rows.map((cells) => cells.join(separator)).join('\n'))).toEqual([
    'Fiber 300: speed 300 Mbps, 24-month term $49.00, no term $59.00.',
    'Fiber 500: speed 500 Mbps, 24-month term $59.00, no term $72.00.',
  ]);
});

test('leaves out general column names, and names that cannot be said before a value', () => {
  expect(
    listTexts(
      'Fee | Code | Amount | When it is charged\nLate payment | LF-08 | $8.00 | ten days after the due date\nPaper bill | PB-03 | $3.00 | each month',
    ),
  ).toEqual(['Late payment: $8.00, ten days after the due date.', 'Paper bill: $3.00, each month.']);
});

test('reads rows without a header, and rows with other columns than their header, as they are', () => {
  expect(listTexts('Late payment | $8.00\nPaper bill | $3.00')).toEqual(['Late payment: $8.00.', 'Paper bill: $3.00.']);
  expect(listTexts('Customer:\tAnna Berg\nMonthly fee:\t25 EUR\nStart:\t4 May 2026')).toEqual([
    'Monthly fee: 25 EUR.',
    'Start: 4 May 2026.',
  ]);
  expect(listTexts('Plan\tSpeed\tPrice\nFiber 300\t300 Mbps\t$49.00\nFiber 50\t$9.00')).toContain('Fiber 50: $9.00.');
});

test('names a row that adds to the row above it, and ends a row with one period', () => {
  const rows = ['Annual booster dog\t£56', 'with kennel cough\t£78', 'Delivery\tup to 20 km £65.'];
  expect(listTexts(rows.join('\n'))).toEqual([
    'Annual booster dog: £56.',
    'Annual booster dog with kennel cough: £78.',
    'Delivery: up to 20 km £65.',
  ]);
});

test('reads values that say that there is none', () => {
  expect(listTexts('Mon\tclosed\nTue\t10:00-19:00\nChildren under 16\tno fees\nName\tSignature')).toEqual([
    'Mon: closed.',
    'Tue: 10:00-19:00.',
    'Children under 16: no fees.',
  ]);
});

test('names columns if the names of the rows have none', () => {
  expect(listTexts('\tShort\tLong\nCut\t29.00\t36.00\nFull colour\t\t84.00')).toEqual([
    'Cut: short 29.00, long 36.00.',
    'Full colour: long 84.00.',
  ]);
});

test('an empty line separates two tables', () => {
  const [times, fares] = ['Port\tDeparture\nNorthhaven\t06:15', 'Fares\tSingle\tReturn\nAdult\t12.50\t22.00'];
  expect(listTexts(`${times}\n\n${fares}`)).toEqual([
    'Northhaven: departure 06:15.',
    'Adult: single 12.50, return 22.00.',
  ]);
});

test('numbers and words in capitals are values, and a code names a row that has no other name', () => {
  expect(listTexts('Room | Seats | Projector\nRoom 3 | 70 | YES\nRoom 4 | 12 | NO')).toEqual([
    'Room 3: seats 70, projector YES.',
    'Room 4: seats 12, projector NO.',
  ]);
  expect(listTexts('Item\tDue\tPaid\nIC-1049\t3 May\t$20.00\nIC-1050\t4 May\t$25.00')).toEqual([
    'IC-1049: due 3 May, paid $20.00.',
    'IC-1050: due 4 May, paid $25.00.',
  ]);
});

test('leaves out references to notes, and the labels of notes and lists', () => {
  const passage =
    'The visit costs $30.[1] It takes an hour.² Pipes of 2 m² are free.\n\n[1] Evenings cost more.\n\na) Call us first.';
  expect(listTexts(passage)).toEqual([
    'The visit costs $30.',
    'It takes an hour.',
    'Pipes of 2 m² are free.',
    'Evenings cost more.',
    'Call us first.',
  ]);
});

test('a label for employees is the topic of what follows it', () => {
  expect(
    extractSentences('_Note for agents: give no advice. Stay calm._\n\nWe open at 8 AM.').map(({ text, topic }) => [
      text,
      topic,
    ]),
  ).toEqual([
    ['Give no advice.', 'Note for agents'],
    ['Stay calm.', 'Note for agents'],
    ['We open at 8 AM.', null],
  ]);
});

test('entries of lists are read, and headings are their topics', () => {
  const passage = `# PRICES

## Sizes
* Basic: £96 a year, bills up to £1,500
* Plus: £138 a year

HOW TO PAY
- by card in the app
- in cash

1. Per page
   - German: £38

OPENING HOURS
Monday to Friday 8:00 to 16:00
Chapter 3: Cancellation
The deposit of £50 must be paid to`;
  expect(extractSentences(passage).map(({ text, topic, kind }) => [text, topic, kind])).toEqual([
    ['Basic: £96 a year, bills up to £1,500.', 'Sizes', 'row'],
    ['Plus: £138 a year.', 'Sizes', 'row'],
    ['by card in the app.', 'HOW TO PAY', 'item'],
    ['in cash.', 'HOW TO PAY', 'item'],
    ['German: £38.', 'Per page', 'row'],
    ['Monday to Friday 8:00 to 16:00.', 'OPENING HOURS', 'item'],
  ]);
});

test('a single bullet above sentences is a heading', () => {
  expect(extractSentences('• Refunds\nWe refund you within a week.').map(({ text, topic }) => [text, topic])).toEqual([
    ['We refund you within a week.', 'Refunds'],
  ]);
});

test('the labels of an FAQ are not read, and no initials are labels', () => {
  expect(
    extractSentences('Q. Can I skip a week? A. Yes, until Monday.\n\nA. Miller repairs pianos.').map(
      ({ text, topic }) => [text, topic],
    ),
  ).toEqual([
    ['Yes, until Monday.', 'Can I skip a week?'],
    ['A. Miller repairs pianos.', 'Can I skip a week?'],
  ]);
});

test('lists and tables of HTML are read like plain ones', () => {
  const html =
    '<h2>Passes</h2><ul><li>Unlimited &ndash; £72 a month</li></ul>Pay in cash.<table><tr><td>Wooden door</td><td>£95</td></tr></table>';
  expect(extractSentences(html).map(({ text, topic }) => [text, topic])).toEqual([
    ['Unlimited – £72 a month.', 'Passes'],
    ['Pay in cash.', 'Passes'],
    ['Wooden door: £95.', 'Passes'],
  ]);
});
