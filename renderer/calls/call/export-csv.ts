import Papa from 'papaparse';
import { spreadsheetFormulaPattern } from '../../../shared/spreadsheet-formula-pattern.ts';
import { listTranscriptRows, type TranscriptExport } from './transcript-export.ts';

/** A row a turn, with the byte order mark by which spreadsheets know UTF-8. */
export function exportCsv(call: TranscriptExport): string {
  return `\uFEFF${Papa.unparse(listTranscriptRows(call), { escapeFormulae: spreadsheetFormulaPattern })}\r\n`;
}
