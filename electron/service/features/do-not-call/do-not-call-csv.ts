import Papa from 'papaparse';
import { doNotCallEntrySchema, type DoNotCallImport } from '../../../../shared/calls/do-not-call.ts';
import { limits } from '../../../../shared/contract/limits.ts';
import { hasExtension, listNumbersOfSubscriber, normalizePhoneNumber } from '../../platform/phone-numbers.ts';
import { recipientNumberPattern } from '../../../../shared/calls/recipient-number.ts';
import { toPlainLine } from '../../../../shared/text/plain-text.ts';
import { spreadsheetFormulaPattern } from '../../../../shared/text/spreadsheet-formula-pattern.ts';
import type { Database } from '../../platform/db/database.ts';
import { formatCsvHeader, formatCsvLines, formatCsvNote } from '../../platform/http/download.ts';
import { readExportedRows } from '../../platform/http/read-exported-rows.ts';
import { extensionDetail } from './do-not-call-list.ts';
import { countEntries, listEntryRows, toEntry } from './do-not-call-queries.ts';

/** More errors would not help, and could make the response very large. */
const maxListedErrors = 50;

export type ParsedImport = Omit<DoNotCallImport, 'added' | 'already_listed'> & {
  /** The distinct numbers of the valid rows. */
  readonly numbers: readonly { readonly recipient_number: string; readonly reason: string }[];
  readonly repeated: number;
};

/**
 * Reads the numbers of a CSV file, and their reasons: each row has a number in the column that has most of them, and may have more in
 * others. A first row with a name instead of a number names the columns.
 */
export function parseImport(csv: string): ParsedImport {
  const reasons = new Map<string, string>();
  const errors: { row: number; value: string; detail: string }[] = [];
  let repeated = 0;
  const rows = readRows(csv).map((cells) => cells.map(toPlainLine));
  const first = rows.findIndex((cells) => cells.some((cell) => cell !== ''));
  const counts = countNumbers(rows);
  const numberColumn = Math.max(counts.indexOf(Math.max(...counts)), 0);
  const names = isColumnName(rows[first]?.[numberColumn] ?? '') ? rows[first] : undefined;
  const named = names?.findIndex((name, column) => column !== numberColumn && reasonNames.test(name)) ?? -1;
  const reasonColumn = named === -1 ? numberColumn + 1 : named;
  for (const [index, cells] of rows.entries()) {
    if ((names && index === first) || cells.every((cell) => cell === '')) continue;
    const others = cells.filter(
      (cell, column) => column !== numberColumn && (isNumber(cell) || (counts[column] && hasDigitsOfNumber(cell))),
    );
    const value = cells[numberColumn] ?? '';
    const reason = removeFormulaEscape(cells[reasonColumn] ?? '');
    for (const cell of value === '' && others.length > 0 ? others : [value, ...others]) {
      const number = readNumber(cell);
      const problem = findNumberProblem(number, cell);
      if (problem !== null) errors.push({ row: index + 1, value: cell.slice(0, 40), detail: problem });
      else if (listNumbersOfSubscriber(number).some((same) => reasons.has(same))) repeated += 1;
      else reasons.set(number, others.includes(reason) ? '' : reason.slice(0, limits.doNotCallReasonLength));
    }
  }
  return {
    numbers: [...reasons].map(([recipient_number, reason]) => ({ recipient_number, reason })),
    repeated,
    invalid: errors.length,
    errors: errors.slice(0, maxListedErrors),
  };
}

const reasonNames = /reason|grund|motiv|raz[oó]n|reden|note|comment/i;

/** Returns whether a cell is a name, which has few digits if any, such as `Phone 1` or `Number (E.164)`. */
function isColumnName(value: string): boolean {
  const digitCount = countDigits(value);
  return digitCount === 0 || (digitCount < 4 && /^[^+]*\p{L}/u.test(value));
}

/** Returns whether a cell could be a number without its country code. */
function hasDigitsOfNumber(cell: string): boolean {
  return countDigits(cell) >= 6 && !/\p{L}/u.test(cell);
}

/** Counts the numbers of each column in the first rows: other programs put names, dates or IDs before them. */
function countNumbers(rows: readonly (readonly string[])[]): readonly number[] {
  const counts: number[] = [];
  for (const cells of rows.slice(0, comparedLines))
    for (const [column, cell] of cells.entries()) counts[column] = (counts[column] ?? 0) + (isNumber(cell) ? 1 : 0);
  return counts;
}

/** Spreadsheets separate columns with semicolons in countries with a decimal comma, and with tabs on the clipboard. */
const delimiters = [',', ';', '\t', '|'] as const;

/** The first lines, which decide the delimiter. */
const comparedLines = 50;

/**
 * Returns the rows and their cells. If a quote has no end, text after it, or its end in a later row, quotes mean nothing and each line
 * is a row: a cell must not hide the rows after it.
 */
function readRows(csv: string): readonly string[][] {
  const text = csv
    .replace(/^\ufeff/, '')
    .replaceAll(/\r\n?/g, '\n')
    // Names the delimiter for Excel.
    .replace(/^sep=.(?=\n)/i, '');
  const delimiter = findDelimiter(text);
  const options = { newline: '\n', delimiter } as const;
  // A quote means something only right after the delimiter.
  const spaced = new RegExp(`(?<=[${delimiter}]) +"(?!")`, 'g');
  const { data, errors } = Papa.parse<string[]>(text.replaceAll(spaced, '"'), options);
  const startsRow = text.split('\n').some((line) => beginsWithNumber(line, delimiter)) ? beginsWithNumber : hasNumber;
  const hidesRow = (cell: string) => cell.split('\n').some((line, index) => index > 0 && startsRow(line, delimiter));
  if (!errors.some(({ type }) => type === 'Quotes') && !data.flat().some(hidesRow)) return data;
  const lines = Papa.parse<string[]>(text, { ...options, fastMode: true }).data;
  return lines.map((cells) => cells.map((cell) => cell.replace(/^\s*"(.*)"\s*$/, '$1')));
}

/** Returns the delimiter before which most of the first lines have a number, or else the one around most numbers. */
function findDelimiter(text: string): string {
  const lines = text.split('\n', comparedLines);
  const rank = (delimiter: string) =>
    lines.filter((line) => beginsWithNumber(line, delimiter)).length * comparedLines +
    lines.filter((line) => hasNumber(line, delimiter)).length;
  const ranks = new Map(delimiters.map((delimiter) => [delimiter, rank(delimiter)]));
  const [best = ','] = delimiters.toSorted((a, b) => (ranks.get(b) ?? 0) - (ranks.get(a) ?? 0));
  return best;
}

function beginsWithNumber(line: string, delimiter: string): boolean {
  return isNumber(line.split(delimiter, 1)[0] ?? '');
}

function hasNumber(line: string, delimiter: string): boolean {
  return line.split(delimiter).some(isNumber);
}

function isNumber(cell: string): boolean {
  return countDigits(cell) >= 6 && recipientNumberPattern.test(readNumber(toPlainLine(cell)));
}

function countDigits(text: string): number {
  return text.match(/\p{N}/gu)?.length ?? 0;
}

/** Spreadsheets keep a leading plus with an apostrophe, as our export does, or as a formula: `="+1…"`. */
function readNumber(value: string): string {
  return normalizePhoneNumber(value.replaceAll(/^[='"\u2018\u2019\s]+|['"\u2018\u2019\s]+$/g, ''));
}

/** Returns a text without the apostrophe by which an export keeps spreadsheets from running it. */
function removeFormulaEscape(text: string): string {
  return text.startsWith("'") && spreadsheetFormulaPattern.test(text.slice(1)) ? text.slice(1) : text;
}

/** Returns why a number that was read from a cell cannot be listed, as a sentence; null if it can. */
function findNumberProblem(number: string, value: string): string | null {
  if (number === '') return 'The row has no number.';
  if (/^\+?\d(?:[.,]\d+)?E\+?\d+$/i.test(value))
    return 'The spreadsheet has shortened this number. Format its column as text, enter the number again, and export the list.';
  if (!number.startsWith('+')) return 'The number must begin with + and the country code.';
  if (!recipientNumberPattern.test(number))
    return 'A phone number has + and 7 to 15 digits, and does not begin with 0.';
  return hasExtension(number, value) ? extensionDetail : null;
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
  return (
    formatCsvHeader(columns) +
    formatCsvLines(lines) +
    (unreadable === null ? '' : formatCsvNote(unreadable, columns.length))
  );
}
