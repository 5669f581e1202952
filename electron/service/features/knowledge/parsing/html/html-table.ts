import type { BodyPiece } from '../docx/body-piece.ts';
import { createCell, createRow, createTableBuilder, type TableCell } from '../docx/table-builder.ts';
import { readNumberAttribute } from './scan-markup.ts';

/** A table of a web page while it is read. */
export type HtmlTable = {
  readonly openRow: () => void;
  /** Begins a cell, after the last one of the row. */
  readonly openCell: (attributes: string, isHeader: boolean) => void;
  readonly closeCell: () => void;
  readonly closeRow: () => void;
  /** Adds a piece to the open cell. Returns false if there is none. */
  readonly add: (piece: BodyPiece) => boolean;
  readonly finish: () => readonly BodyPiece[];
};

/** Cells with more pieces, or with headings, lay out a page. */
const maxCellPieces = 8;
const maxRowSpan = 1000;

export function createHtmlTable(): HtmlTable {
  const builder = createTableBuilder(() => {});
  const pieces: BodyPiece[] = [];
  /** The cells that reach into the next rows, by their first column. */
  let spans = new Map<number, { rows: number; readonly columns: number }>();
  let row = createRow();
  let cell: TableCell | undefined;
  let column = 0;
  let rowCount = 0;
  let hasDataCell = false;
  let isRowOpen = false;

  const addContinued = () => {
    for (let span = spans.get(column); span; span = spans.get(column)) {
      row.cells.push({ ...createCell(), span: span.columns, verticalMerge: 'continue' });
      span.rows -= 1;
      if (span.rows === 0) spans.delete(column);
      column += span.columns;
    }
  };
  const closeCell = () => {
    cell = undefined;
  };
  const closeRow = () => {
    closeCell();
    if (!isRowOpen) return;
    addContinued();
    // Cells that begin further to the right than the row ends.
    spans = new Map([...spans].filter(([start]) => start < column));
    isRowOpen = false;
    if (row.cells.length === 0) return;
    if (rowCount === 0) for (let index = 0; index < column; index += 1) builder.addGridColumn();
    rowCount += 1;
    row.isHeader = !hasDataCell;
    if (row.cells.some(isLayout)) pieces.push(...builder.finish(), ...row.cells.flatMap((one) => one.pieces));
    else pieces.push(...builder.addRow(row));
  };
  return {
    openRow() {
      closeRow();
      row = createRow();
      column = 0;
      hasDataCell = false;
      isRowOpen = true;
    },
    openCell(attributes, isHeader) {
      closeCell();
      if (!isRowOpen) this.openRow();
      addContinued();
      hasDataCell ||= !isHeader;
      cell = { ...createCell(), span: readSpan(attributes, 'colspan', 64) };
      const rows = readSpan(attributes, 'rowspan', maxRowSpan);
      if (rows > 1) {
        cell.verticalMerge = 'restart';
        spans.set(column, { rows: rows - 1, columns: cell.span });
      }
      column += cell.span;
      row.cells.push(cell);
    },
    closeCell,
    closeRow,
    add(piece) {
      cell?.pieces.push(piece);
      return cell !== undefined;
    },
    finish() {
      closeRow();
      return [...pieces, ...builder.finish()];
    },
  };
}

function isLayout({ pieces }: TableCell): boolean {
  return pieces.length > maxCellPieces || pieces.some(({ kind }) => kind === 'heading');
}

function readSpan(attributes: string, name: string, max: number): number {
  return Math.min(max, Math.max(1, readNumberAttribute(attributes, name) ?? 1));
}
