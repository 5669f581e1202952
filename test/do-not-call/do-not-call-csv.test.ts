import { expect, test } from 'vitest';
import { parseImport } from '../../electron/service/features/do-not-call/do-not-call-csv.ts';

const numbers = [
  { recipient_number: '+442079460018', reason: 'Smith, John; twice' },
  { recipient_number: '+493022720', reason: '' },
];

test.each<readonly [string, string]>([
  ['commas', 'Number,Reason\n+44 20 7946 0018,"Smith, John; twice"\n+49 30 22720,\n'],
  ['semicolons', 'Rufnummer;Grund\r\n+44 (0)20 7946 0018;"Smith, John; twice"\r\n+49 30 22720;\r\n'],
  ['semicolons, and commas in reasons', '+44 20 7946 0018;"Smith, John; twice"\n+49 30 22720;""'],
  ['bars', 'Phone 1|Reason\n+44 20 7946 0018|Smith, John; twice\n+49 30 22720|'],
  ['tabs', '\ufeff+44 20 7946 0018\tSmith, John; twice\n+49 30 22720\t'],
])('reads a list whose columns are separated by %s', (_, csv) => {
  expect(parseImport(csv)).toEqual({ numbers, repeated: 0, invalid: 0, errors: [] });
});

test('reads a column of numbers, and names the rows without one', () => {
  const { numbers: found, errors } = parseImport('+493022720\n030 22720;x\n');
  expect(found).toEqual([{ recipient_number: '+493022720', reason: '' }]);
  expect(errors).toEqual([{ row: 2, value: '030 22720;x', detail: expect.stringContaining('must begin with +') }]);
});

const [first, second, third] = ['+14155550132', '+14155550133', '+14155550134'];
const listNumbers = (csv: string) => parseImport(csv).numbers.map(({ recipient_number }) => recipient_number);

test.each([
  ['without an end', `${first},"moved\n${second},x\n${third},"y"\n`],
  ['with text after it', `${first},"moved" away\n${second},x\n${third},"y" z\n`],
  ['that ends in another row', `${first},"moved\n${second},12"\n${third},"y"\n`],
  ['at the beginning', `"${first};moved\n${second};x\n${third};y\n`],
  ['that is escaped otherwise', `${first},"a \\"b\\""\n${second},x\n"${third}",y\n`],
])('a quote %s hides no number', (_, csv) => {
  expect(listNumbers(csv)).toEqual([first, second, third]);
});

test('a quoted reason can have several lines', () => {
  const { numbers: found, invalid } = parseImport(`${first},"line\nbreak"\n${second},"5"" pipe"\n`);
  expect(found.map(({ reason }) => reason)).toEqual(['line break', '5" pipe']);
  expect(invalid).toBe(0);
});

test.each([`'${first}`, `="${first}"`, `"=""${first}"""`, ` "${first}" `, `’${first}’`])(
  'a number is read as it is written for spreadsheets: %s',
  (cell) => {
    expect(listNumbers(`${cell},x\n${second}\n`)).toEqual([first, second]);
  },
);

test.each(['Phone 1', 'Phone 1 - Value', 'Number (E.164)', 'Rufnummer', '#'])('%s names a column', (name) => {
  expect(parseImport(`${name},Reason\n${first},x\n`)).toMatchObject({ invalid: 0, numbers: [{ reason: 'x' }] });
});

test.each<readonly [string, string]>([
  ['names', `Name,Phone,Reason\nAnn,${first},x\nBob,${second},x\n`],
  ['names and no header', `Ann,${first},x\nBob,${second},x\n`],
  ['IDs', `id,phone_number,note\n1,${first},x\n2,${second},x\n`],
  ['reasons', `Grund;Telefon\nx;${first}\nx;${second}\n`],
  ['an empty column', `,${first},x\n,${second},x\n`],
])('numbers are found after %s', (_, csv) => {
  expect(parseImport(csv)).toMatchObject({
    invalid: 0,
    numbers: [
      { recipient_number: first, reason: 'x' },
      { recipient_number: second, reason: 'x' },
    ],
  });
});

test.each<readonly [string, string]>([
  ['two columns', `Name,Phone 1 - Value,Phone 2 - Value,Reason\nAnn,${first},${second},x\nBob,${third},,x\n`],
  ['two columns, of which one has most', `${first};${second};x\n;${third};x\n`],
  ['columns around the reason', `Phone,Reason,Mobile\n${first},x,${second}\n${third},x,\n`],
])('all numbers of a row are read: in %s', (_, csv) => {
  expect(listNumbers(csv).toSorted()).toEqual([first, second, third]);
  expect(parseImport(csv)).toMatchObject({ invalid: 0, errors: [] });
});

test('a second number is no reason, and an invalid one is named', () => {
  const { numbers: found, errors } = parseImport(`${first},${second}\n030 22720,${third}\n`);
  expect(found.map(({ reason }) => reason)).toEqual(['', '', '']);
  expect(errors).toMatchObject([{ row: 2, value: '030 22720' }]);
});

test('two numbers of the same subscriber are one', () => {
  expect(parseImport('+54 11 6677-3399\n+54 9 11 6677-3399\n')).toMatchObject({ repeated: 1, invalid: 0 });
});

test('a quote without an end hides no number after a name', () => {
  expect(listNumbers(`"Ann,${first}\nBob,${second}\nEve,"${third}"\n`)).toEqual([first, second, third]);
});

test('the line that names the delimiter for Excel is no row', () => {
  expect(parseImport(`sep=;\nNumber;Reason\n${first};x\n`)).toMatchObject({ invalid: 0, numbers: [{ reason: 'x' }] });
});

test('a quoted reason can follow a space', () => {
  expect(parseImport(`"${first}", "moved, ""twice"""\n`).numbers).toEqual([
    { recipient_number: first, reason: 'moved, "twice"' },
  ]);
});

test('a first number in other digits is no name of a column', () => {
  expect(listNumbers('+١٤١٥٥٥٥٠١٣٢\n')).toEqual([first]);
});

test.each(['1.41556E+10', '+1.41556E+10', '4E+10'])('%s is named as shortened by a spreadsheet', (cell) => {
  expect(parseImport(`${first}\n${cell}\n`).errors).toEqual([
    { row: 2, value: cell, detail: expect.stringContaining('spreadsheet has shortened') },
  ]);
});

test('a number in E.164 is taken as it is, however long', () => {
  expect(listNumbers('+141555501321234\n')).toEqual(['+141555501321234']);
});

test.each(['+1 415 555 0132 (12)', '+1 415 555 0132 / 0133', '+1 415 555 0132 - 12'])(
  'a number with an extension is refused, because it would not stop calls: %s',
  (cell) => {
    const { numbers: found, errors } = parseImport(`${cell}\n${second}\n`);
    expect(found).toHaveLength(1);
    expect(errors).toEqual([{ row: 1, value: cell, detail: expect.stringContaining('too long for its country') }]);
  },
);
