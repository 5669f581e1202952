import Papa from 'papaparse';
import { spreadsheetFormula } from '../../../shared/spreadsheet-formula.ts';
import { listExportRows, type ExportedCall } from '../../../shared/transcript-export.ts';

/** A row a turn, with the byte order mark by which spreadsheets know UTF-8. */
export function exportCsv(call: ExportedCall): string {
  return `\uFEFF${Papa.unparse(listExportRows(call), { escapeFormulae: spreadsheetFormula })}\r\n`;
}
