import { once } from 'node:events';
import { createRequire } from 'node:module';
import { Buffer } from 'node:buffer';
import PdfDocument from 'pdfkit';
import { sansFontPaths } from '../../../platform/files/sans-font-paths.ts';
import { truncateText } from '../../../platform/text-line.ts';
import type { InvoiceRow } from '../invoice-row.ts';
import { hasRightToLeft, layOutName } from './lay-out-name.ts';
import { describeMissing, listMissingCharacters, toInvoiceText, toPrintableText } from './invoice-text.ts';
import { SystemFonts } from './system-fonts.ts';

type Doc = InstanceType<typeof PdfDocument>;
type Element = ReturnType<Doc['struct']>;
type Cell = { readonly text: string; readonly width: number; readonly align?: 'right'; readonly isHeader?: boolean };

// pdfkit supports both options, but its types do not declare them.
const pdfUaOptions: object = { subset: 'PDF/UA' };
const createHeaderScope = (scope: 'Column' | 'Row'): object => ({ scope });

const margin = 64;
/** At most five lines of the widest letter. */
const maxNameLength = 160;
const contentWidth = 612 - 2 * margin;
const colors = { ink: '#1d2026', muted: '#565b66', accent: '#4750b5', line: '#c9ccd4' } as const;

/** Renders an invoice as a tagged PDF of one page with embedded fonts. Equal invoices have equal bytes while the fonts of the computer are the same. */
export async function renderInvoice(
  invoice: InvoiceRow,
  systemFonts = new SystemFonts(),
): Promise<Uint8Array<ArrayBuffer>> {
  const content = toInvoiceText(invoice);
  const issuedAt = new Date(invoice.cycle_end);
  const doc = new PdfDocument({
    size: 'LETTER',
    margin,
    pdfVersion: '1.7',
    ...pdfUaOptions,
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    font: sansFontPaths.regular,
    info: { Title: content.title, Author: 'Switchboard', CreationDate: issuedAt, ModDate: issuedAt },
  });
  const chunks: Uint8Array[] = [];
  doc.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  const finished = once(doc, 'end');
  const root = doc.struct('Document');
  doc.addStructure(root);
  const writer = createPdfWriter(doc, systemFonts);

  writer.addText(root, 'H1', content.title, { size: 24, font: 'bold', color: colors.accent });
  writer.addText(root, 'P', content.status, { size: 12, font: 'bold', gapPoints: 20 });
  writer.addText(root, 'H2', 'From', { size: 9, color: colors.muted });
  writer.addName(root, invoice.issuer, invoice.issuer);
  writer.addText(root, 'H2', 'To', { size: 9, color: colors.muted });
  writer.addName(root, invoice.customer, invoice.org_id);
  writer.addText(root, 'P', `Organization ${invoice.org_id}`, { size: 9, color: colors.muted, gapPoints: 20 });

  const details = writer.addTable(root, 'Invoice details');
  for (const [name, value] of content.details)
    writer.addRow(details, [
      { text: name, width: 0.28, isHeader: true },
      { text: value, width: 0.72 },
    ]);
  details.end();
  doc.moveDown(2);

  const widths = [0.4, 0.16, 0.18, 0.26] as const;
  const createCells = (texts: readonly string[], headerColumns: readonly number[]): readonly Cell[] =>
    texts.map((text, column) => ({
      text,
      width: widths[column] ?? 0,
      ...(column > 0 && { align: 'right' as const }),
      isHeader: headerColumns.includes(column),
    }));
  const table = writer.addTable(root, 'Charges');
  writer.addRow(table, createCells(content.header, [0, 1, 2, 3]), 'Column');
  for (const row of content.rows) writer.addRow(table, createCells(row, [0]));
  const [name, amount] = content.total;
  writer.addRow(
    table,
    [
      { text: name, width: 0.6, isHeader: true },
      { text: amount, width: 0.4, align: 'right' },
    ],
    'Row',
    12,
  );
  table.end();
  doc.moveDown(2);
  if (writer.missing.size > 0)
    writer.addText(root, 'P', describeMissing(writer.missing), { size: 9, color: colors.muted });
  writer.addText(root, 'P', content.note, { size: 9, color: colors.muted });
  root.end();
  doc.end();
  await finished;
  return Uint8Array.from(Buffer.concat(chunks));
}

/** Noto Sans (SIL Open Font License) for the names in scripts that the main font does not have. */
const scriptFontPaths = ['arabic', 'hebrew', 'devanagari', 'thai'].map((script) =>
  createRequire(import.meta.url).resolve(
    `@fontsource/noto-sans-${script}/files/noto-sans-${script}-${script}-700-normal.woff`,
  ),
);

type TextStyle = {
  readonly size: number;
  readonly font?: keyof typeof sansFontPaths;
  readonly color?: string;
  /** Space below, in points. */
  readonly gapPoints?: number;
};

function createPdfWriter(doc: Doc, systemFonts: SystemFonts) {
  /** Paths, or names of registered fonts. */
  const nameFonts: string[] = [sansFontPaths.bold, ...scriptFontPaths];
  const missing = new Set<string>();

  const set = ({ size, font = 'regular', color = colors.ink }: TextStyle) =>
    doc.font(sansFontPaths[font]).fontSize(size).fillColor(color);

  const hasGlyphIn = (path: string, codePoint: number): boolean => {
    doc.font(path);
    // pdfkit's types do not declare the current font.
    const { _font } = doc as unknown as { _font: { font: { hasGlyphForCodePoint: (point: number) => boolean } } };
    return _font.font.hasGlyphForCodePoint(codePoint);
  };
  const hasGlyph = (codePoint: number) => hasGlyphIn(sansFontPaths.bold, codePoint);
  const hasNameGlyph = (codePoint: number) => nameFonts.some((path) => hasGlyphIn(path, codePoint));
  const toPrintable = (text: string, fallback = '', canPrint = hasGlyph): string => {
    for (const character of listMissingCharacters(text, canPrint)) missing.add(character);
    return toPrintableText(text, canPrint) ?? fallback;
  };

  const addText = (parent: Element, type: string, text: string, { gapPoints = 4, ...style }: TextStyle) => {
    const line = toPrintable(text);
    parent.add(
      doc.struct(type, {}, () => {
        set(style).text(line, margin, doc.y, { width: contentWidth });
      }),
    );
    doc.y += gapPoints;
  };

  const measure = (text: string, font: string) => doc.font(font).fontSize(12).widthOfString(text);

  /** Writes a name in several fonts. Their lines are higher, because letters have marks above and below. */
  const writeScripts = (name: string) => {
    set({ size: 12, font: 'bold' });
    const { lines } = layOutName<string>(name, {
      width: contentWidth,
      spaceWidth: measure(' ', sansFontPaths.bold),
      measure,
      chooseFont: (character, previous = sansFontPaths.bold) =>
        [previous, ...nameFonts].find((path) => hasGlyphIn(path, character.codePointAt(0) ?? 0)) ?? sansFontPaths.bold,
    });
    for (const line of lines) {
      const baseline = doc.y + 14;
      for (const { text, font, x } of line)
        doc
          .font(font)
          .fontSize(12)
          .text(text, margin + x, baseline, { lineBreak: false, baseline: 'alphabetic' });
      doc.y = baseline + 6;
    }
  };

  /** Registers fonts of this computer for the characters that the application's fonts do not have. */
  const addSystemFonts = (name: string) => {
    const characters = new Set(
      [...name.normalize('NFC')].filter(
        (character) => /[\p{L}\p{M}\p{N}\p{S}]/u.test(character) && !hasNameGlyph(character.codePointAt(0) ?? 0),
      ),
    );
    if (characters.size === 0) return;
    for (const { path, postscriptName, isInCollection } of systemFonts.find(characters)) {
      doc.registerFont(postscriptName, path, isInCollection ? postscriptName : undefined);
      nameFonts.push(postscriptName);
    }
  };

  /** Prints the printable part of a name, or `fallback`. Screen readers get the original name. */
  const addName = (parent: Element, name: string, fallback: string) => {
    addSystemFonts(truncateText(name, maxNameLength));
    const printed = truncateText(toPrintable(name, fallback, hasNameGlyph), maxNameLength);
    // pdfkit places the words of a line from left to right.
    const isPlain =
      !hasRightToLeft(printed) && [...printed].every((character) => hasGlyph(character.codePointAt(0) ?? 0));
    const structOptions = isPlain && printed === name ? {} : { actual: name };
    parent.add(
      doc.struct('P', structOptions, () => {
        if (isPlain) set({ size: 12, font: 'bold' }).text(printed, margin, doc.y, { width: contentWidth });
        else writeScripts(printed);
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
    for (const { text, width, align, isHeader } of cells) {
      const isBold = scope === 'Column' || size > 10;
      const cell = { x: left, width: width * contentWidth };
      const printed = toPrintable(text);
      const structOptions = { ...(isHeader && createHeaderScope(scope)), ...(printed !== text && { actual: text }) };
      const write = () => {
        const color = isHeader && !isBold ? colors.muted : colors.ink;
        set({ size, font: isBold ? 'bold' : 'regular', color });
        // Shrinks a number instead of breaking it into two lines.
        if (align) doc.fontSize(Math.min(size, (size * (cell.width - 6)) / (doc.widthOfString(printed) + 1)));
        doc.text(printed, cell.x, top + 6, { width: cell.width - 6, ...(align && { align }) });
        bottom = Math.max(bottom, doc.y);
      };
      element.add(doc.struct(isHeader ? 'TH' : 'TD', structOptions, write));
      left += cell.width;
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

  return { addText, addName, addTable, addRow, missing };
}
