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
  ['tabs', '\ufeff+44 20 7946 0018\tSmith, John; twice\n+49 30 22720\t'],
])('reads a list whose columns are separated by %s', (_, csv) => {
  expect(parseImport(csv)).toEqual({ numbers, repeated: 0, invalid: 0, errors: [] });
});

test('reads a column of numbers, and names the rows without one', () => {
  const { numbers: found, errors } = parseImport('+493022720\n030 22720;x\n');
  expect(found).toEqual([{ recipient_number: '+493022720', reason: '' }]);
  expect(errors).toEqual([{ row: 2, value: '030 22720;x', detail: expect.stringContaining('must begin with +') }]);
});
