import Papa from 'papaparse';
import { doNotCallEntrySchema, type DoNotCallImport } from '../../../../shared/calls/do-not-call.ts';
import { limits } from '../../../../shared/contract/limits.ts';
import { normalizePhoneNumber } from '../../platform/phone-numbers.ts';
import { recipientNumberPattern } from '../../../../shared/calls/recipient-number.ts';
import { toPlainLine } from '../../../../shared/text/plain-text.ts';
import type { Database } from '../../platform/db/database.ts';
import { formatCsvLines, formatCsvNote } from '../../platform/http/download.ts';
import { readExportedRows } from '../../platform/http/read-exported-rows.ts';
import { countEntries, listEntryRows, toEntry } from './do-not-call-queries.ts';

/** More errors would not help, and could make the response very large. */
const maxListedErrors = 50;

export type ParsedImport = Omit<DoNotCallImport, 'added' | 'already_listed'> & {
  /** The distinct numbers of the valid rows. */
  readonly numbers: readonly { readonly recipient_number: string; readonly reason: string }[];
  readonly repeated: number;
};

/** Reads the numbers of a CSV file: a number per row, then a reason. A first row without digits names the columns. */
export function parseImport(csv: string): ParsedImport {
  const reasons = new Map<string, string>();
  const errors: { row: number; value: string; detail: string }[] = [];
  let repeated = 0;
  for (const [index, cells] of readRows(csv).entries()) {
    const [value = '', reason = ''] = cells.map(toPlainLine);
    const isHeader = index === 0 && !/\d/.test(value);
    if (isHeader || cells.every((cell) => toPlainLine(cell) === '')) continue;
    const number = readNumber(value);
    if (!recipientNumberPattern.test(number))
      errors.push({ row: index + 1, value: value.slice(0, 40), detail: describeInvalidNumber(number) });
    else if (reasons.has(number)) repeated += 1;
    else reasons.set(number, reason.slice(0, limits.doNotCallReasonLength));
  }
  return {
    numbers: [...reasons].map(([recipient_number, reason]) => ({ recipient_number, reason })),
    repeated,
    invalid: errors.length,
    errors: errors.slice(0, maxListedErrors),
  };
}

/** Spreadsheets separate columns with semicolons in countries with a decimal comma, and with tabs on the clipboard. */
const delimiters = [',', ';', '\t'] as const;

/** The first rows, which decide the delimiter. */
const comparedRows = 50;

/** Returns the rows, separated by the delimiter with which most of the first rows begin with a number. */
function readRows(csv: string): readonly string[][] {
  const text = csv.replace(/^\ufeff/, '').replaceAll(/\r\n?/g, '\n');
  const [best] = delimiters
    .map((delimiter) => {
      const { data } = Papa.parse<string[]>(text, { newline: '\n', delimiter });
      const first = data.slice(0, comparedRows).map(([value = '']) => readNumber(toPlainLine(value)));
      return { data, numbers: first.filter((number) => recipientNumberPattern.test(number)).length };
    })
    .toSorted((a, b) => b.numbers - a.numbers);
  return best?.data ?? [];
}

/** A spreadsheet's export, and ours, escapes a leading plus with an apostrophe. */
function readNumber(value: string): string {
  return normalizePhoneNumber(value.replace(/^'/, ''));
}

function describeInvalidNumber(number: string): string {
  if (number === '') return 'The first column has no number.';
  return number.startsWith('+')
    ? 'A phone number has + and 7 to 15 digits, and does not begin with 0.'
    : 'The number must begin with + and the country code.';
}

const columns = ['recipient_number', 'reason', 'source', 'call_id', 'added_at'] as const;

/** Formats the list as CSV (RFC 4180), newest first. If entries cannot be read, the last line contains their number. */
export function exportEntries(db: Database, orgId: string): string {
  const { items, unreadable } = readExportedRows(db, {
    noun: 'entries',
    read: (first, last, limit) => listEntryRows(db, orgId, { first, last, limit }),
    convert: ({ row_id: _rowId, ...row }) => doNotCallEntrySchema.parse(toEntry(row)),
    count: () => countEntries(db, orgId),
  });
  const newestFirst = items
    .toReversed()
    .toSorted((one, other) => Date.parse(other.added_at) - Date.parse(one.added_at));
  const lines = newestFirst.map((entry) => columns.map((column) => entry[column] ?? ''));
  return formatCsvLines([columns, ...lines]) + (unreadable === null ? '' : formatCsvNote(unreadable, columns.length));
}
