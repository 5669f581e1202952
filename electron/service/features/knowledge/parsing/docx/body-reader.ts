import type { OmissionKind } from '../../../../../../shared/knowledge/omissions.ts';
import type { BodyPiece } from './body-piece.ts';
import { createDrawingReader } from './drawing-reader.ts';
import { createFieldStack } from './field-stack.ts';
import { createMathReader, type MathReader } from './math-reader.ts';
import type { Numbering } from './numbering.ts';
import { addSpan } from './paragraph-text.ts';
import { addText, createParagraph, findNumbering, getText, startRun, type Paragraph } from './paragraph.ts';
import type { XmlElement, XmlHandler } from './read-xml.ts';
import { createAlternateContent } from './alternate-content.ts';
import {
  applyProperty,
  createTable,
  propertyElements,
  type Cell,
  type Properties,
  type Table,
} from './apply-property.ts';
import { isOn } from './run-format.ts';
import { isHeadingLevel, type StyleSheet } from './style-sheet.ts';
import { findSymbol } from './symbol-fonts.ts';
import { createCell, createRow } from './table-builder.ts';

export type NoteKind = 'footnote' | 'endnote';

type BodyReaderOptions = {
  readonly styles: StyleSheet;
  readonly numbering?: Numbering;
  /** Text of parts, such as diagrams and charts, by the id of their relationship. */
  readonly related?: ReadonlyMap<string, readonly BodyPiece[]>;
  /** Returns the label of the next reference to a footnote or endnote. */
  readonly takeNoteLabel?: (kind: NoteKind) => string;
  /** Returns the text of a footnote or endnote; it follows the paragraph that refers to it. */
  readonly takeNote?: (kind: NoteKind, id: string) => string | undefined;
  /** Called at the start of each note in a footnotes or endnotes part. The following pieces belong to it. */
  readonly onNote?: (id: string) => void;
  readonly onPiece: (piece: BodyPiece) => void;
  readonly onOmission: (kind: OmissionKind) => void;
  /** Called with the length of each text before the text is stored. Throws if the document has too much text. */
  readonly spendTextBudget: (chars: number) => void;
};

// Elements without visible text: deleted text and old formats of tracked changes, and phonetic guides of Asian text. Also tab
// stop definitions, whose children have the same name as tabs.
const skippedElements: ReadonlySet<string> = new Set([
  'delText',
  'delInstrText',
  'rPrChange',
  'pPrChange',
  'tblPrChange',
  'tblPrExChange',
  'tblGridChange',
  'trPrChange',
  'tcPrChange',
  'sectPrChange',
  'numberingChange',
  'sdtEndPr',
  'tblPrEx',
  'rt',
  'tabs',
]);
const elementCharacters: Readonly<Record<string, string>> = {
  tab: '\t',
  ptab: '\t',
  br: '\n',
  cr: '\n',
  noBreakHyphen: '-',
};
const white = 'FFFFFF';

/** Converts the elements of a WordprocessingML part (ECMA-376 part 1, 17) to pieces of text. Keeps one table row in memory. */
export function createBodyReader(settings: BodyReaderOptions): XmlHandler {
  const { styles, numbering, spendTextBudget } = settings;
  // Cells contain paragraphs, and paragraphs contain cells in text boxes. A finished piece belongs to the innermost container.
  const containers: (Paragraph | Cell)[] = [];
  const tables: Table[] = [];
  /** By their container: paragraphs whose mark is deleted or hidden, so that the next paragraph continues them. */
  const continued = new Map<Paragraph | Cell | undefined, Paragraph>();
  const alternatives = createAlternateContent(() => ({ text: readChars, omissions: omissionCount }));
  /** Whether the open content controls show a placeholder. */
  const placeholders: boolean[] = [];
  const fields = createFieldStack();
  /** The number of fields outside each open cell and text box. */
  const fieldDepths: number[] = [];
  let properties: Properties | undefined;
  let isInControlProperties = false;
  let pageColor = white;
  let skipDepth = 0;
  let readChars = 0;
  let omissionCount = 0;
  let textTarget: 'text' | 'instruction' | undefined;
  let math: MathReader | undefined;

  const getParagraph = () => {
    const container = containers.at(-1);
    return container?.kind === 'paragraph' ? container : undefined;
  };

  const getCell = () => {
    const container = containers.at(-1);
    return container?.kind === 'cell' ? container : undefined;
  };

  const emit = (piece: BodyPiece) => {
    const container = containers.at(-1);
    if (!container) settings.onPiece(piece);
    else (container.kind === 'cell' ? container.pieces : container.anchoredPieces).push(piece);
  };

  const reportOmission = (kind: OmissionKind) => {
    if (fields.isHidden() || alternatives.hasReported()) return;
    omissionCount += 1;
    settings.onOmission(kind);
  };

  const drawings = createDrawingReader({
    related: settings.related ?? new Map(),
    onPieces(pieces) {
      for (const piece of pieces) {
        readChars += piece.text.length;
        spendTextBudget(piece.text.length);
        emit(piece);
      }
    },
    onOmission: reportOmission,
  });

  /** Returns the color behind text in the innermost cell, or `unknown` in a text box. */
  const getFill = () => {
    if (containers.filter(({ kind }) => kind === 'paragraph').length > 1) return 'unknown';
    const table = tables.at(-1);
    const cell = containers.findLast((container) => container.kind === 'cell');
    return cell?.fill ?? table?.fill ?? (table && styles.getFill('table', table.styleId)) ?? pageColor;
  };

  const append = (text: string) => {
    const paragraph = getParagraph();
    if (!paragraph || properties) return;
    readChars += text.length;
    if (fields.isHidden()) return;
    spendTextBudget(text.length);
    fields.addChars(text.trim().length);
    const { leftOut, unknownSymbols } = addText(paragraph, text, styles, tables.at(-1), getFill);
    if (leftOut) reportOmission(leftOut);
    for (let index = 0; index < unknownSymbols; index += 1) reportOmission('unreadable_character');
  };

  const isHeading = ({ outlineLevel, styleId }: Paragraph) =>
    outlineLevel === undefined ? styles.isHeading(styleId) : isHeadingLevel(outlineLevel);

  const closeParagraph = (paragraph: Paragraph) => {
    fields.endParagraph();
    if (paragraph.isContinued || (paragraph.mark.vanish === true && !isHeading(paragraph)))
      continued.set(containers.at(-1), paragraph);
    else emitParagraph(paragraph);
  };

  const emitParagraph = (paragraph: Paragraph) => {
    const list = numbering && findNumbering(paragraph, styles);
    const level = list && (list.level ?? numbering.findLevel(list.numId, paragraph.styleId) ?? 0);
    const text = getText(paragraph);
    const isHidden = text === '' && paragraph.leftOut === 'hidden_text';
    const label = level === undefined || isHidden ? '' : numbering?.takeLabel(list?.numId ?? '', level);
    if (text !== '')
      emit({ kind: isHeading(paragraph) ? 'heading' : 'paragraph', text: label ? `${label} ${text}` : text });
    for (const piece of paragraph.anchoredPieces) emit(piece);
    for (const { kind, id, label: noteLabel } of paragraph.notes) {
      const note = settings.takeNote?.(kind, id);
      if (!note) continue;
      const piece: BodyPiece = { kind: 'paragraph', text: `${noteLabel} ${note}`.trim() };
      if (tables[0]) tables[0].notes.push(piece);
      else emit(piece);
    }
  };

  /** Emits a paragraph that no other one continues, because its container ends. */
  const finishContinued = (container: Paragraph | Cell | undefined) => {
    const paragraph = continued.get(container);
    continued.delete(container);
    if (paragraph) emitParagraph(paragraph);
  };

  const openNoteReference = (kind: NoteKind, { id = '', customMarkFollows }: XmlElement['attributes']) => {
    const paragraph = getParagraph();
    if (!paragraph || fields.isHidden()) return;
    const hasCustomMark = customMarkFollows !== undefined && isOn(customMarkFollows);
    const label = hasCustomMark ? '' : `[${settings.takeNoteLabel?.(kind) ?? ''}]`;
    const { isShown } = addText(paragraph, label, styles, tables.at(-1), getFill);
    if (isShown) paragraph.notes.push({ kind, id, label });
  };

  /** Handles deleted or moved text. In properties, the mark of the paragraph or the row is deleted. */
  const openDeletion = () => {
    const paragraph = getParagraph();
    const table = tables.at(-1);
    if (properties === 'mark' && paragraph) paragraph.isContinued = true;
    else if (properties === 'row' && table) table.row.isLeftOut = true;
  };

  const open = (element: XmlElement) => {
    const { name, attributes } = element;
    const paragraph = getParagraph();
    switch (name) {
      case 'p': {
        const parent = containers.at(-1);
        containers.push(createParagraph(continued.get(parent)));
        continued.delete(parent);
        break;
      }
      case 'r':
        if (paragraph) startRun(paragraph);
        break;
      case 't':
        textTarget = 'text';
        break;
      case 'instrText':
        textTarget = 'instruction';
        break;
      case 'oMath':
        (math = createMathReader()).open(element);
        break;
      case 'tbl':
        finishContinued(containers.at(-1));
        tables.push(createTable(spendTextBudget));
        break;
      case 'gridCol':
        tables.at(-1)?.builder.addGridColumn();
        break;
      case 'tr': {
        const table = tables.at(-1);
        if (table) table.row = createRow();
        break;
      }
      case 'tc':
        containers.push({ kind: 'cell', ...createCell() });
        fieldDepths.push(fields.depth());
        break;
      case 'txbxContent':
        fieldDepths.push(fields.depth());
        break;
      case 'footnote':
      case 'endnote':
        fields.closeTo(0);
        settings.onNote?.(attributes['id'] ?? '');
        break;
      case 'footnoteReference':
        openNoteReference('footnote', attributes);
        break;
      case 'endnoteReference':
        openNoteReference('endnote', attributes);
        break;
      case 'sym': {
        const symbol = findSymbol(attributes['font'] ?? '', Number.parseInt(attributes['char'] ?? '', 16));
        if (symbol === undefined) reportOmission('unreadable_character');
        else append(symbol);
        break;
      }
      case 'background':
        pageColor = 'unknown';
        break;
      case 'anchor':
        // The text may be on the drawing.
        if (/^(?:1|true)$/.test(attributes['behindDoc'] ?? '')) pageColor = 'unknown';
        drawings.open(element);
        break;
      case 'sdt':
        placeholders.push(false);
        break;
      case 'sdtPr':
        isInControlProperties = true;
        break;
      case 'sdtContent':
        if (placeholders.at(-1) === true) skipDepth = 1;
        break;
      case 'del':
      case 'moveFrom':
        openDeletion();
        skipDepth = 1;
        break;
      case 'rPr':
        properties = properties === 'paragraph' ? 'mark' : 'run';
        break;
      default:
        openOther(element);
    }
  };

  const openOther = (element: XmlElement) => {
    const { name } = element;
    if (propertyElements[name]) properties = propertyElements[name];
    else if (properties)
      applyProperty(element, properties, { paragraph: getParagraph(), table: tables.at(-1), cell: getCell() });
    else if (elementCharacters[name] !== undefined) append(elementCharacters[name]);
    else if (drawings.open(element)) skipDepth = 1;
    else {
      const end = fields.open(element);
      if (end?.isUnread) reportOmission(end.isUnread);
      if (end) (end.isEquation ? closeEquation : append)(end.text);
    }
  };

  const close = (name: string) => {
    switch (name) {
      case 't':
      case 'instrText':
        textTarget = undefined;
        break;
      case 'p': {
        const closed = getParagraph();
        if (!closed) break;
        finishContinued(closed);
        containers.pop();
        closeParagraph(closed);
        break;
      }
      case 'tc': {
        const cell = getCell();
        if (!cell) break;
        finishContinued(cell);
        containers.pop();
        fields.closeTo(fieldDepths.pop() ?? 0);
        tables.at(-1)?.row.cells.push(cell);
        break;
      }
      case 'tr': {
        const table = tables.at(-1);
        for (const piece of table?.builder.addRow(table.row) ?? []) emit(piece);
        break;
      }
      case 'tbl': {
        const table = tables.pop();
        for (const piece of [...(table?.builder.finish() ?? []), ...(table?.notes ?? [])]) emit(piece);
        break;
      }
      case 'txbxContent':
        fields.closeTo(fieldDepths.pop() ?? 0);
        break;
      case 'body':
      case 'hdr':
      case 'ftr':
      case 'footnote':
      case 'endnote':
        finishContinued(undefined);
        break;
      case 'sdt':
        placeholders.pop();
        break;
      case 'rPr':
        properties = properties === 'mark' ? 'paragraph' : undefined;
        break;
      default:
        if (propertyElements[name]) properties = undefined;
        else drawings.close(name);
    }
  };

  return {
    open(element) {
      const { name, attributes } = element;
      if (skipDepth > 0 || skippedElements.has(name)) skipDepth += 1;
      else if (math) math.open(element);
      else if (isInControlProperties) {
        if (name === 'showingPlcHdr') placeholders[placeholders.length - 1] = isOn(attributes['val']);
      } else {
        const alternative = alternatives.open(name);
        if (alternative === 'skip') skipDepth = 1;
        else if (alternative === undefined) open(element);
      }
    },
    close(name) {
      if (skipDepth > 0) skipDepth -= 1;
      else if (math) {
        const equation = math.close(name);
        if (equation === undefined) return;
        math = undefined;
        closeEquation(equation);
      } else if (name === 'sdtPr') isInControlProperties = false;
      else if (!isInControlProperties && !alternatives.close(name)) close(name);
    },
    text(text) {
      if (skipDepth > 0) return;
      if (math) {
        spendTextBudget(text.length);
        math.text(text);
      } else if (textTarget === 'instruction') fields.addInstruction(text);
      else if (textTarget === 'text') append(text.replaceAll(/[\r\n]+/g, ' '));
    },
  };

  function closeEquation(equation: string): void {
    const paragraph = getParagraph();
    readChars += equation.length;
    if (equation.trim() === '') return reportOmission('equation');
    if (fields.isHidden()) return;
    fields.addChars(equation.length);
    if (paragraph) addSpan(paragraph.spans, equation, 'equation');
    else emit({ kind: 'paragraph', text: equation }); // An equation can be beside paragraphs.
  }
}
