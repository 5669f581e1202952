import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Buffer } from 'node:buffer';
import PdfDocument from 'pdfkit';
import type { InvoiceRow } from '../invoice-queries.ts';
import { toInvoiceText } from './invoice-text.ts';
import { truncateText, toPrintableText } from './printable-text.ts';

type Doc = InstanceType<typeof PdfDocument>;
type Element = ReturnType<Doc['struct']>;
type Cell = { readonly text: string; readonly width: number; readonly align?: 'right'; readonly isHeader?: boolean };

// Both are known to the library but not to its types.
const pdfUaOptions: object = { subset: 'PDF/UA' };
const createHeaderScope = (scope: 'Column' | 'Row'): object => ({ scope });

const margin = 64;
/** Five lines at most, of the widest letter. */
const maxNameLength = 160;
const contentWidth = 612 - 2 * margin;
const colors = { ink: '#1d2026', muted: '#565b66', accent: '#4750b5', line: '#c9ccd4' } as const;

/** An invoice as a tagged PDF of one page with its typeface in it; equal invoices give equal bytes. */
export async function renderInvoice(invoice: InvoiceRow): Promise<Uint8Array<ArrayBuffer>> {
  const lines = toInvoiceText(invoice);
  const issuedAt = new Date(invoice.cycle_end);
  const doc = new PdfDocument({
    size: 'LETTER',
    margin,
    pdfVersion: '1.7',
    ...pdfUaOptions,
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    font: fontPaths.regular,
    info: { Title: lines.title, Author: 'Switchboard', CreationDate: issuedAt, ModDate: issuedAt },
  });
  const pieces: Uint8Array[] = [];
  doc.on('data', (piece: Uint8Array) => pieces.push(piece));
  const finished = once(doc, 'end');
  const root = doc.struct('Document');
  doc.addStructure(root);
  const print = createPdfWriter(doc);

  print.text(root, 'H1', lines.title, { size: 24, font: 'bold', color: colors.accent });
  print.text(root, 'P', lines.status, { size: 12, font: 'bold', gapPoints: 20 });
  print.text(root, 'H2', 'From', { size: 9, color: colors.muted });
  print.name(root, invoice.issuer, invoice.issuer);
  print.text(root, 'H2', 'To', { size: 9, color: colors.muted });
  print.name(root, invoice.customer, invoice.org_id);
  print.text(root, 'P', `Organization ${invoice.org_id}`, { size: 9, color: colors.muted, gapPoints: 20 });

  const facts = print.table(root, 'The invoice at a glance');
  for (const [name, value] of lines.details)
    print.row(facts, [
      { text: name, width: 0.28, isHeader: true },
      { text: value, width: 0.72 },
    ]);
  facts.end();
  doc.moveDown(2);

  const widths = [0.4, 0.16, 0.18, 0.26] as const;
  const cellsOf = (texts: readonly string[], heads: readonly number[]) =>
    texts.map((text, at) => ({
      text,
      width: widths[at] ?? 0,
      ...(at > 0 && { align: 'right' as const }),
      isHead: heads.includes(at),
    }));
  const table = print.table(root, 'What is billed');
  print.row(table, cellsOf(lines.header, [0, 1, 2, 3]), 'Column');
  for (const row of lines.rows) print.row(table, cellsOf(row, [0]));
  const [name, amount] = lines.total;
  print.row(table, [
    { text: name, width: 0.6, isHeader: true },
    { text: amount, width: 0.4, align: 'right' },
  ], 'Row', 12); // prettier-ignore
  table.end();
  doc.moveDown(2);
  print.text(root, 'P', lines.note, { size: 9, color: colors.muted });
  root.end();
  doc.end();
  await finished;
  return Uint8Array.from(Buffer.concat(pieces));
}

/** The typefaces are Liberation Sans (SIL Open Font License), as pdfjs-dist carries them. */
const fontPaths = {
  regular: resolveFontPath('LiberationSans-Regular.ttf'),
  bold: resolveFontPath('LiberationSans-Bold.ttf'),
} as const;

function resolveFontPath(file: string): string {
  return join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'standard_fonts', file);
}

type TextStyle = {
  readonly size: number;
  readonly font?: keyof typeof fontPaths;
  readonly color?: string;
  /** Left free below, in points. */
  readonly gapPoints?: number;
};

function createPdfWriter(doc: Doc) {
  const set = ({ size, font = 'regular', color = colors.ink }: TextStyle) =>
    doc.font(fontPaths[font]).fontSize(size).fillColor(color);

  const hasSign = (codePoint: number): boolean => {
    doc.font(fontPaths.bold);
    // The library keeps the typeface that is set here; its types do not know it.
    const { _font } = doc as unknown as { _font: { font: { hasGlyphForCodePoint: (point: number) => boolean } } };
    return _font.font.hasGlyphForCodePoint(codePoint);
  };
  const writable = (addText: string): string => toPrintableText(addText, hasSign) ?? '';

  const text = (parent: Element, type: string, written: string, { gapPoints = 4, ...look }: TextStyle) => {
    const line = writable(written);
    parent.add(
      doc.struct(type, {}, () => {
        set(look).text(line, margin, doc.y, { width: contentWidth });
      }),
    );
    doc.y += gapPoints;
  };

  /** A name as it is, for whoever reads with ears; as it can be printed, or else `instead`, for the eyes. */
  const addName = (parent: Element, given: string, instead: string) => {
    const printed = truncateText(toPrintableText(given, hasSign) ?? instead, maxNameLength);
    const meant = printed === given ? {} : { actual: given };
    parent.add(
      doc.struct('P', meant, () => {
        set({ size: 12, font: 'bold' }).text(printed, margin, doc.y, { width: contentWidth });
      }),
    );
    doc.y += 8;
  };

  const addTable = (parent: Element, alt: string): Element => {
    const element = doc.struct('Table', { alt });
    parent.add(element);
    return element;
  };

  const addRow = (parent: Element, cells: readonly Cell[], scope: 'Column' | 'Row' = 'Row', size = 10) => {
    const element = doc.struct('TR');
    parent.add(element);
    const top = doc.y;
    let left = margin;
    let bottom = top;
    for (const { text: given, width, align, isHeader } of cells) {
      const isStrong = scope === 'Column' || size > 10;
      const at = { x: left, width: width * contentWidth };
      const write = () => {
        const color = isHeader && !isStrong ? colors.muted : colors.ink;
        const written = writable(given);
        set({ size, font: isStrong ? 'bold' : 'regular', color });
        // A number is never broken into two lines.
        if (align) doc.fontSize(Math.min(size, (size * (at.width - 6)) / (doc.widthOfString(written) + 1)));
        doc.text(written, at.x, top + 6, { width: at.width - 6, ...(align && { align }) });
        bottom = Math.max(bottom, doc.y);
      };
      element.add(doc.struct(isHeader ? 'TH' : 'TD', isHeader ? createHeaderScope(scope) : {}, write));
      left += at.width;
    }
    element.end();
    doc.markContent('Artifact', { type: 'Layout' });
    const y = bottom + 6;
    doc
      .moveTo(margin, y)
      .lineTo(margin + contentWidth, y)
      .lineWidth(0.5)
      .strokeColor(colors.line)
      .stroke();
    doc.endMarkedContent();
    doc.y = y;
  };

  return { text, name: addName, table: addTable, row: addRow };
}
