import { useMemo } from 'react';
import { groupLines, hasHeader, type LineGroup, type TableRow } from '../../../shared/knowledge/table-rows.ts';
import { classNames } from '../../ui/page/class-names.ts';
import { blockChars, splitText } from './split-text.ts';

/** A part of a text: lines as they are, or the rows of a table. The header is null if the first row does not name the columns. */
export type TextPart =
  | { readonly kind: 'lines'; readonly text: string }
  | { readonly kind: 'table'; readonly header: TableRow | null; readonly rows: readonly TableRow[] };

/** A single line with a tab is indented, or has a page number at its end. */
const minTableRows = 2;
/** Sentences can have the same number of commas by chance, so a table of a CSV file needs more rows. */
const minCsvRows = 4;
/** More columns cannot be read, and each cell takes memory. */
const maxTableColumns = 100;
/** The space of a cell, in characters. */
const cellChars = 8;

/** Finds the tables in the text of a document. */
export function findTables(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  for (const group of groupLines(text.split('\n'))) {
    const table = toTable(group);
    const last = parts.at(-1);
    if (table) parts.push(table);
    else if (last?.kind === 'lines')
      parts[parts.length - 1] = { kind: 'lines', text: `${last.text}\n${group.lines.join('\n')}` };
    else parts.push({ kind: 'lines', text: group.lines.join('\n') });
  }
  return parts;
}

function toTable({ rows: allRows, isCsv }: LineGroup): TextPart | null {
  if (allRows === null || allRows.length < (isCsv ? minCsvRows : minTableRows)) return null;
  // Lines that are indented with tabs begin with empty cells.
  const indent = Math.min(...allRows.map((cells) => cells.findIndex((cell) => cell !== '')));
  const rows = indent > 0 ? allRows.map((cells) => cells.slice(indent)) : allRows;
  const columnCount = Math.max(...rows.map(({ length }) => length));
  if (columnCount < 2 || columnCount > maxTableColumns) return null;
  const [first = [], ...body] = rows;
  if (hasHeader(rows)) return { kind: 'table', header: first, rows: body };
  return isCsv ? null : { kind: 'table', header: null, rows };
}

/** Splits the parts of a text into blocks of about one screen. Each part of a table that is split has its header. */
export function splitParts(parts: readonly TextPart[]): readonly (readonly TextPart[])[] {
  const blocks: TextPart[][] = [[]];
  let chars = 0;
  const add = (part: TextPart, length: number) => {
    if (chars > 0 && chars + length > blockChars) {
      blocks.push([]);
      chars = 0;
    }
    blocks.at(-1)?.push(part);
    chars += length;
  };
  for (const part of parts) {
    if (part.kind === 'lines') for (const text of splitText(part.text)) add({ kind: 'lines', text }, text.length);
    else for (const { rows, size } of splitRows(part.rows)) add({ ...part, rows }, size);
  }
  return blocks;
}

type RowSlice = { readonly rows: TableRow[]; size: number };

function splitRows(rows: readonly TableRow[]): readonly Readonly<RowSlice>[] {
  const slices: RowSlice[] = [];
  for (const row of rows) {
    const size = row.join('').length + row.length * cellChars;
    const slice = slices.at(-1);
    if (slice && slice.size + size <= blockChars) {
      slice.rows.push(row);
      slice.size += size;
    } else slices.push({ rows: [row], size });
  }
  return slices;
}

/** The text of a document, with its tables. */
export function DocumentText({ text }: { readonly text: string }) {
  const parts = useMemo(() => findTables(text), [text]);
  return <TextParts parts={parts} />;
}

export function TextParts({ parts }: { readonly parts: readonly TextPart[] }) {
  return parts.map((part, index) =>
    part.kind === 'table' ? (
      <TextTable key={index} header={part.header} rows={part.rows} />
    ) : (
      <p key={index} className="break-words whitespace-pre-wrap select-text">
        {part.text}
      </p>
    ),
  );
}

type TextTableProps = { readonly header: TableRow | null; readonly rows: readonly TableRow[] };

function TextTable({ header, rows }: TextTableProps) {
  return (
    // Focusable, so that it can be scrolled with the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="my-1 overflow-x-auto" tabIndex={0} role="group" aria-label="Table, scrollable">
      <table className="w-full border-collapse text-small select-text">
        {header && (
          <thead>
            <tr className="border-b border-line align-bottom">
              {header.map((cell, column) => (
                <th key={column} scope="col" className={classNames('text-left font-medium', getCellClass(cell))}>
                  {cell}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row} className="border-y border-line/60 align-top">
              {cells.map((cell, column) => (
                <td key={column} className={getCellClass(cell)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A code such as PL-050 does not break. */
function getCellClass(cell: string): string {
  return classNames('py-1 pr-3 last:pr-0', /^\S{1,14}$/.test(cell) && 'whitespace-nowrap');
}
