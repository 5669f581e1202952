import { toPlainToken } from '../../../shared/text/plain-text.ts';

/**
 * Reads IDs from text: one per line, or the column with this name of a CSV file with a header. Repeated IDs and empty lines are left
 * out.
 */
export function parseIdList(text: string, columnName: string): readonly string[] {
  const lines = text.split(/\r\n?|\n/);
  const column = splitCells(lines[0] ?? '').findIndex((cell) => cell.toLowerCase() === columnName);
  const ids = column === -1 ? lines.map(unquote) : lines.slice(1).map((line) => splitCells(line)[column] ?? '');
  return [...new Set(ids.filter((id) => id !== ''))];
}

/** Splits a line of a CSV file. A quoted cell can contain separators, and a doubled quote (RFC 4180, section 2). */
function splitCells(line: string): readonly string[] {
  // Each cell begins with a separator, so that an empty one is found, too.
  return [...`,${line}`.matchAll(/[,;\t]("(?:[^"]|"")*"|[^,;\t]*)/g)].map(([, cell = '']) => unquote(cell));
}

function unquote(cell: string): string {
  const token = toPlainToken(cell);
  return /^".*"$/.test(token) ? token.slice(1, -1).replaceAll('""', '"').trim() : token;
}
