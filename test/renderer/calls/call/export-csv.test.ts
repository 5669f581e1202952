import Papa from 'papaparse';
import { expect, it } from 'vitest';
import { exportCsv } from '../../../../renderer/calls/call/export-csv.ts';
import { createSampleExport, createSampleTurn } from '../../../helpers/sample-call.ts';

const read = (csv: string) => Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true }).data;

it('leaves numbers to call and negative numbers as they are, and disarms formulas', () => {
  const texts = ['+14155550132', '-12.50', '=1+1', '+1+cmd', '-a', '@sum', 'plain, "quoted"\nand broken'];
  const rows = read(exportCsv(createSampleExport(texts.map((text) => createSampleTurn('user', text)))));
  expect(rows.map(({ text }) => text)).toEqual([
    '+14155550132',
    '-12.50',
    "'=1+1",
    "'+1+cmd",
    "'-a",
    "'@sum",
    'plain, "quoted"\nand broken',
  ]);
  expect(rows[0]?.['recipient_number']).toBe('+14155550132');
  expect(rows[0]?.['rehearsal']).toBe('Rehearsal: nobody was dialled.');
});
