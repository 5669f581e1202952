import Papa from 'papaparse';

/** What a spreadsheet would take for a formula; a number with a sign, a phone number say, is none. */
const formula = /^(?:[=@\t\r]|[+-](?!\d+(?:\.\d+)?$))/;

/** Rows as lines of CSV (RFC 4180), formulas disarmed. */
export function toCsvLines(rows: readonly (readonly unknown[])[]): string {
  return `${Papa.unparse(rows as unknown[][], { newline: '\r\n', escapeFormulae: formula })}\r\n`; // it changes none of them
}
