import { expect, test } from 'vitest';
import { readAlignedColumns } from '../../../electron/service/features/knowledge/parsing/read-aligned-columns.ts';

const readRows = (lines: readonly string[]) => readAlignedColumns(lines.join('\n')).split('\n');

test('reads names and prices that are aligned with spaces', () => {
  const rows = readRows([
    'Fees from 1 January 2026',
    '',
    'Consultation (15 minutes)                     £48.50',
    'Out-of-hours consultation (after 7 pm,',
    'weekends and bank holidays)                  £225.00',
    'Nail clipping                                 £16.00',
    '',
    'Members pay nothing for the annual booster.',
  ]);
  expect(rows).toEqual([
    'Fees from 1 January 2026',
    '',
    'Consultation (15 minutes)\t£48.50',
    'Out-of-hours consultation (after 7 pm, weekends and bank holidays)\t£225.00',
    'Nail clipping\t£16.00',
    '',
    'Members pay nothing for the annual booster.',
  ]);
});

test('reads names and prices with dots between them', () => {
  const rows = readRows([
    'Vorspeisen',
    'Tomatensuppe mit Basilikum ..................... 6,50 €',
    'Feldsalat mit Speck und Croutons ............... 9,80 €',
    '',
    'Hauptgerichte',
    'Wiener Schnitzel vom Kalb mit',
    'Kartoffelsalat ................................ 24,50 €',
    'Maultaschen geschmälzt . . . . . . . . . . . .  16,40 €',
    'Brot und Butter zu allen Vorspeisen und Suppen ... frei',
  ]);
  expect(rows).toEqual([
    'Vorspeisen',
    'Tomatensuppe mit Basilikum\t6,50 €',
    'Feldsalat mit Speck und Croutons\t9,80 €',
    '',
    'Hauptgerichte',
    'Wiener Schnitzel vom Kalb mit Kartoffelsalat\t24,50 €',
    'Maultaschen geschmälzt\t16,40 €',
    'Brot und Butter zu allen Vorspeisen und Suppen\tfrei',
  ]);
});

test('reads columns with names, empty cells and wrapped cells', () => {
  const rows = readRows([
    'Port            Departure   Arrival   Notes',
    '--------------  ----------  --------  -----------------------------',
    'Northhaven      06:15       07:05     Monday to Friday',
    'Northhaven      09:30                 daily',
    'Sandholm        13:45       14:35     daily; no bicycles on Saturdays',
    '                                      in July and August',
    '',
    'Monday           closed',
    'Tuesday–Friday   11.30–14.00  5.30–10.00',
    'Long Saturdays 2 11.30–21.00  5.30–11.00',
  ]);
  expect(rows).toEqual([
    'Port\tDeparture\tArrival\tNotes',
    'Northhaven\t06:15\t07:05\tMonday to Friday',
    'Northhaven\t09:30\t\tdaily',
    'Sandholm\t13:45\t14:35\tdaily; no bicycles on Saturdays in July and August',
    '',
    'Monday\tclosed',
    'Tuesday–Friday\t11.30–14.00\t5.30–10.00',
    'Long Saturdays 2\t11.30–21.00\t5.30–11.00',
  ]);
});

test('reads rows with empty lines between them', () => {
  const rows = readRows([
    'Item                 1 day   Weekend',
    '',
    'Mini excavator         145       230',
    '',
    'Plate compactor         45        70',
  ]);
  expect(rows).toEqual(['Item\t1 day\tWeekend', 'Mini excavator\t145\t230', 'Plate compactor\t45\t70']);
});

test('reads long lines and long tables in time', () => {
  const startedAt = performance.now();
  const row = 'Garden hose, 20 m                    24.90     3';
  const long = `${'ab   '.repeat(40_000)}\n`;
  const text = `${long}${long}${`${row}\n`.repeat(10_000)}`;
  expect(readAlignedColumns(text).split('\n').at(-2)).toBe('Garden hose, 20 m\t24.90\t3');
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});

test.each([
  ['sentences that are two spaces apart', 'Thank you for joining.  Bring a towel.\nClasses start on Monday.  See you.'],
  ['a signature', 'Yours sincerely,\n                      Helen Burke\n                      Club Manager'],
  ['numbers of a list', '1.    Membership runs for a year.\n2.    You can cancel.\n3.    Lockers cost 5.'],
  ['one line with a gap', 'We open at nine.\nName:            ____________\nPlease sign here.'],
  ['a tree', '├── src\n│    ├── main\n│    └── test\n│    └── more'],
  ['a table with bars', 'Day      | Room       | Price\nMonday   | Hall     1 | 5'],
  ['text from right to left', 'מחיר כניסה         30\nמחיר לילד          15'],
])('leaves %s as it is', (_, text) => {
  expect(readAlignedColumns(text)).toBe(text);
});
