import Papa from 'papaparse';
import { listExportRows, type ExportedCall } from '../../../shared/transcript-export.ts';

/** What a spreadsheet would run as a formula; a plain number, and a number to call, is none. */
const formula = /^(?:[=@\t\r\n]|[+-](?!\d+(?:\.\d+)?$))/;

/** A row a turn, with the byte order mark by which spreadsheets know UTF-8. */
export function exportCsv(call: ExportedCall): string {
  return `\uFEFF${Papa.unparse(listExportRows(call), { escapeFormulae: formula })}\r\n`;
}
