import Papa from 'papaparse';
import { spreadsheetFormulaPattern } from '../../../../shared/text/spreadsheet-formula-pattern.ts';

export const csvMediaType = 'text/csv; charset=utf-8; header=present';

/** Formats rows as lines of CSV (RFC 4180). Escapes cells that a spreadsheet would run as a formula. */
export function formatCsvLines(rows: readonly (readonly unknown[])[]): string {
  // unparse's type requires mutable rows, but it does not change them.
  return `${Papa.unparse(rows as unknown[][], { newline: '\r\n', escapeFormulae: spreadsheetFormulaPattern })}\r\n`;
}

/** Formats a line that says something about the rows, in the first of as many columns as they have. */
export function formatCsvNote(text: string, columnCount: number): string {
  return formatCsvLines([Array.from({ length: columnCount }, (_, index) => (index === 0 ? text : ''))]);
}
