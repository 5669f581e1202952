import { setImmediate as nextTurn } from 'node:timers/promises';
import Papa from 'papaparse';
import { spreadsheetFormulaPattern } from '../../../../shared/text/spreadsheet-formula-pattern.ts';

/** Returns a response that the browser saves as `fileName`, which contains only letters, digits, hyphens and dots. */
export function createDownload(
  body: string | ReadableStream<Uint8Array> | null,
  { mediaType, fileName }: { readonly mediaType: string; readonly fileName: string },
): Response {
  const headers = {
    'Content-Type': mediaType,
    'Content-Disposition': `attachment; filename="${fileName}"`,
    'Cache-Control': 'no-store',
  };
  return new Response(body, { headers });
}

/**
 * Returns a body whose pieces are created while it is read. Waits for the event loop before each piece, so that a fast
 * reader does not block other requests. A piece should take a few milliseconds at most.
 */
export function streamText(pieces: Iterator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      await nextTurn();
      const { done, value } = pieces.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
  });
}

export const csvMediaType = 'text/csv; charset=utf-8; header=present';

/** Formats rows as lines of CSV (RFC 4180). Escapes cells that a spreadsheet would run as a formula. */
export function formatCsvLines(rows: readonly (readonly unknown[])[]): string {
  // unparse's type requires mutable rows, but it does not change them.
  return `${Papa.unparse(rows as unknown[][], { newline: '\r\n', escapeFormulae: spreadsheetFormulaPattern })}\r\n`;
}

/** Formats the first line of a CSV file, with the names of its columns. Spreadsheets detect UTF-8 by the byte order mark. */
export function formatCsvHeader(names: readonly string[]): string {
  return `\ufeff${formatCsvLines([names])}`;
}

/** Formats a line that says something about the rows, in the first of as many columns as they have. */
export function formatCsvNote(text: string, columnCount: number): string {
  return formatCsvLines([Array.from({ length: columnCount }, (_, index) => (index === 0 ? text : ''))]);
}
