import type { BodyPiece } from './body-piece.ts';
import type { Paragraph } from './paragraph.ts';
import type { XmlElement } from './read-xml.ts';
import { addRunProperty, isOn, readFill } from './run-format.ts';
import {
  createRow,
  createTableBuilder,
  readSpan,
  type TableBuilder,
  type TableCell,
  type TableRow,
} from './table-builder.ts';

export type Cell = TableCell & { readonly kind: 'cell' };
export type Table = {
  readonly builder: TableBuilder;
  row: TableRow;
  styleId: string | undefined;
  fill: string | undefined;
  /** Notes to which cells refer. They follow the table. */
  readonly notes: BodyPiece[];
};

export function createTable(spendTextBudget: (chars: number) => void): Table {
  return {
    builder: createTableBuilder(spendTextBudget),
    row: createRow(),
    styleId: undefined,
    fill: undefined,
    notes: [],
  };
}

/** The element that an open properties element belongs to; `mark` is the paragraph mark. */
export type Properties = 'paragraph' | 'mark' | 'run' | 'table' | 'row' | 'cell';

export const propertyElements: Readonly<Record<string, Properties | undefined>> = {
  pPr: 'paragraph',
  tblPr: 'table',
  trPr: 'row',
  tcPr: 'cell',
};

type Targets = {
  readonly paragraph: Paragraph | undefined;
  readonly table: Table | undefined;
  readonly cell: Cell | undefined;
};

/** Applies a property to the innermost paragraph, run, table, row or cell. */
export function applyProperty(element: XmlElement, properties: Properties, { paragraph, table, cell }: Targets): void {
  if (properties === 'run' && paragraph) {
    if (element.name === 'rStyle') paragraph.characterStyleId = element.attributes['val'];
    else addRunProperty(paragraph.run, element);
  } else if (properties === 'mark' && paragraph) addRunProperty(paragraph.mark, element);
  else if (properties === 'paragraph' && paragraph) applyToParagraph(paragraph, element);
  else if (properties === 'table' && table) applyToTable(table, element);
  else if (properties === 'row' && table) applyToRow(table.row, element);
  else if (properties === 'cell' && cell) applyToCell(cell, element);
}

function applyToParagraph(paragraph: Paragraph, { name, attributes }: XmlElement): void {
  const { val, dropCap = '' } = attributes;
  if (name === 'pStyle') paragraph.styleId = val;
  else if (name === 'outlineLvl') paragraph.outlineLevel = val ?? '';
  else if (name === 'numId') paragraph.numId = val;
  else if (name === 'ilvl') paragraph.level = Number(val);
  else if (name === 'shd') paragraph.fill = readFill(attributes);
  else if (name === 'framePr') paragraph.isContinued = /^(?:drop|margin)$/.test(dropCap);
}

function applyToTable(table: Table, { name, attributes }: XmlElement): void {
  if (name === 'tblStyle') table.styleId = attributes['val'];
  else if (name === 'shd') table.fill = readFill(attributes);
}

function applyToRow(row: TableRow, { name, attributes: { val } }: XmlElement): void {
  if (name === 'gridBefore') row.gridBefore = readSpan(val);
  else if (name === 'gridAfter') row.gridAfter = readSpan(val);
  else if (name === 'tblHeader') row.isHeader = isOn(val);
  else if (name === 'hidden') row.isLeftOut = isOn(val);
}

function applyToCell(cell: Cell, { name, attributes }: XmlElement): void {
  const { val } = attributes;
  if (name === 'gridSpan') cell.span = Math.max(1, readSpan(val));
  else if (name === 'vMerge') cell.verticalMerge = val === 'restart' ? 'restart' : 'continue';
  else if (name === 'hMerge') cell.continuesLeft = val !== 'restart';
  else if (name === 'cellDel') cell.isDeleted = true;
  else if (name === 'shd') cell.fill = readFill(attributes);
}
