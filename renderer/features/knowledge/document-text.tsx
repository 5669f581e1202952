import { useMemo } from 'react';
import { classNames } from '../../ui/page/class-names.ts';

/** A part of a text: lines as they are, or the rows of a table. */
export type TextPart =
  | { readonly kind: 'lines'; readonly text: string }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] };

/** A single line with a tab is indented, or has a page number at its end. */
const minTableRows = 2;

/** Finds the tables in the text of a document: consecutive lines whose cells are separated by tabs. */
export function findTables(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let lines: string[] = [];
  let rows: string[] = [];
  const endTable = () => {
    if (rows.length < minTableRows) lines.push(...rows);
    else {
      if (lines.length > 0) parts.push({ kind: 'lines', text: lines.join('\n') });
      parts.push({ kind: 'table', rows: rows.map((row) => row.trim().split('\t')) });
      lines = [];
    }
    rows = [];
  };
  for (const line of text.split('\n')) {
    if (line.trim().includes('\t')) rows.push(line);
    else {
      endTable();
      lines.push(line);
    }
  }
  endTable();
  if (lines.length > 0) parts.push({ kind: 'lines', text: lines.join('\n') });
  return parts;
}

/** The text of a document, with its tables. */
export function DocumentText({ text }: { readonly text: string }) {
  const parts = useMemo(() => findTables(text), [text]);
  return parts.map((part, index) =>
    part.kind === 'table' ? (
      <TextTable key={index} rows={part.rows} />
    ) : (
      <p key={index} className="break-words whitespace-pre-wrap select-text">
        {part.text}
      </p>
    ),
  );
}

function TextTable({ rows }: { readonly rows: readonly (readonly string[])[] }) {
  return (
    // Focusable, so that it can be scrolled with the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="my-1 overflow-x-auto" tabIndex={0} role="group" aria-label="Table, scrollable">
      <table className="w-full border-collapse text-small select-text">
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row} className="border-y border-line/60 align-top">
              {cells.map((cell, column) => (
                // A code such as PL-050 does not break.
                <td
                  key={column}
                  className={classNames('py-1 pr-3 last:pr-0', /^\S{1,14}$/.test(cell) && 'whitespace-nowrap')}
                >
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
