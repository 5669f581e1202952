import Papa from 'papaparse';
import { spreadsheetFormula } from '../../../shared/spreadsheet-formula.ts';

/** Rows as lines of CSV (RFC 4180), formulas disarmed. */
export function toCsvLines(rows: readonly (readonly unknown[])[]): string {
  return `${Papa.unparse(rows as unknown[][], { newline: '\r\n', escapeFormulae: spreadsheetFormula })}\r\n`; // it changes none of them
}
