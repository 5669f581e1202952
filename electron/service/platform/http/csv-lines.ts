import Papa from 'papaparse';
import { spreadsheetFormulaPattern } from '../../../../shared/spreadsheet-formula-pattern.ts';

/** Rows as lines of CSV (RFC 4180), formulas disarmed. */
export function formatCsvLines(rows: readonly (readonly unknown[])[]): string {
  return `${Papa.unparse(rows as unknown[][], { newline: '\r\n', escapeFormulae: spreadsheetFormulaPattern })}\r\n`; // it changes none of them
}
