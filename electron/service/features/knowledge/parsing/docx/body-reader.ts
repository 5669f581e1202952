import { isHeadingLevel } from './heading-styles.ts';
import type { XmlElement, XmlHandler } from './read-xml.ts';

/** A piece of text in reading order. Each table row is a separate piece. */
export type BodyPiece = { readonly kind: 'heading' | 'paragraph' | 'row'; readonly text: string };

type NoteKind = 'footnote' | 'endnote';
type Paragraph = {
  readonly kind: 'paragraph';
  text: string;
  isHeading: boolean;
  isHidden: boolean;
  /** Text of text boxes anchored in the paragraph; it follows the paragraph. */
  readonly anchoredPieces: BodyPiece[];
  readonly notes: { readonly kind: NoteKind; readonly id: string }[];
};
type Cell = { readonly kind: 'cell'; readonly texts: string[] };
type Table = { cells: string[]; readonly rows: string[] };

type BodyReaderOptions = {
  readonly headingStyles: ReadonlySet<string>;
  /** Returns the text of a footnote or endnote; it follows the paragraph that refers to it. */
  readonly takeNote?: (kind: NoteKind, id: string) => string | undefined;
  /** Called at the start of each note in a footnotes or endnotes part. The following pieces belong to it. */
  readonly onNote?: (id: string) => void;
  readonly onPiece: (piece: BodyPiece) => void;
  /** Called with the length of each text before the text is stored. Throws if the document has too much text. */
  readonly spendTextBudget: (chars: number) => void;
};

// Elements without visible text: deleted and moved text and old formats of tracked changes, field instructions, and phonetic
// guides of Asian text. Also tab stop definitions, whose children have the same name as tabs.
const skippedElements: ReadonlySet<string> = new Set([
  'del',
  'moveFrom',
  'delText',
  'instrText',
  'rPrChange',
  'pPrChange',
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

/** Converts the elements of a WordprocessingML part (ECMA-376 part 1, 17) to pieces of text. Keeps one table row in memory. */
export function createBodyReader(settings: BodyReaderOptions): XmlHandler {
  // Cells contain paragraphs, and paragraphs contain cells in text boxes. A finished piece belongs to the innermost container.
  const containers: (Paragraph | Cell)[] = [];
  const tables: Table[] = [];
  // For each open mc:AlternateContent, whether a choice has been read. The fallback repeats its content.
  const alternatives: { isTaken: boolean }[] = [];
  let skipDepth = 0;
  let isText = false;

  const emit = (piece: BodyPiece) => {
    const container = containers.at(-1);
    if (!container) settings.onPiece(piece);
    else if (container.kind === 'cell') container.texts.push(piece.text);
    else container.anchoredPieces.push(piece);
  };

  const append = (text: string) => {
    const paragraph = containers.at(-1);
    if (paragraph?.kind !== 'paragraph' || paragraph.isHidden) return;
    settings.spendTextBudget(text.length);
    paragraph.text += text;
  };

  const closeParagraph = (paragraph: Paragraph) => {
    const text = paragraph.text
      .split('\n')
      .map((line) => line.trimEnd())
      .join('\n')
      .trim();
    if (text !== '') emit({ kind: paragraph.isHeading ? 'heading' : 'paragraph', text });
    for (const piece of paragraph.anchoredPieces) emit(piece);
    for (const { kind, id } of paragraph.notes) {
      const note = settings.takeNote?.(kind, id);
      if (note) emit({ kind: 'paragraph', text: note });
    }
  };

  const closeRow = ({ rows }: Table, cells: readonly string[]) => {
    if (cells.every((cell) => cell === '')) return;
    const row = cells.join(' | ');
    // A nested table is added to its cell when it is complete.
    if (containers.at(-1)?.kind === 'cell') rows.push(row);
    else emit({ kind: 'row', text: row });
  };

  const open = ({ name, attributes }: XmlElement) => {
    const container = containers.at(-1);
    const paragraph = container?.kind === 'paragraph' ? container : undefined;
    if (name === 'p')
      containers.push({
        kind: 'paragraph',
        text: '',
        isHeading: false,
        isHidden: false,
        anchoredPieces: [],
        notes: [],
      });
    else if (name === 't') isText = true;
    else if (name === 'tbl') tables.push({ cells: [], rows: [] });
    else if (name === 'tc') containers.push({ kind: 'cell', texts: [] });
    else if (name === 'footnote' || name === 'endnote') settings.onNote?.(attributes['id'] ?? '');
    else if (paragraph) openInParagraph(paragraph, name, attributes);
  };

  const openInParagraph = (paragraph: Paragraph, name: string, { val, id = '' }: XmlElement['attributes']) => {
    if (name === 'r') paragraph.isHidden = false;
    else if (name === 'vanish') paragraph.isHidden = !/^(?:0|false|off)$/.test(val ?? '');
    else if (name === 'pStyle') paragraph.isHeading = settings.headingStyles.has(val ?? '');
    else if (name === 'outlineLvl') paragraph.isHeading = isHeadingLevel(val);
    else if (name === 'footnoteReference') paragraph.notes.push({ kind: 'footnote', id });
    else if (name === 'endnoteReference') paragraph.notes.push({ kind: 'endnote', id });
    else append(elementCharacters[name] ?? '');
  };

  const close = (name: string) => {
    if (name === 't') isText = false;
    else if (name === 'p' || name === 'tc') {
      const container = containers.pop();
      if (container?.kind === 'paragraph') closeParagraph(container);
      else tables.at(-1)?.cells.push((container?.texts ?? []).join(' ').replaceAll(/\s+/g, ' '));
    } else if (name === 'tr') {
      const table = tables.at(-1);
      if (table) closeRow(table, table.cells.splice(0));
    } else if (name === 'tbl') {
      const { rows = [] } = tables.pop() ?? {};
      if (rows.length > 0) emit({ kind: 'row', text: rows.join('; ') });
    }
  };

  return {
    open(element) {
      const { name } = element;
      const alternative = alternatives.at(-1);
      if (skipDepth > 0 || skippedElements.has(name) || (name === 'Fallback' && alternative?.isTaken)) skipDepth += 1;
      else if (name === 'AlternateContent') alternatives.push({ isTaken: false });
      else if (name === 'Choice' && alternative) alternative.isTaken = true;
      else open(element);
    },
    close(name) {
      if (skipDepth > 0) skipDepth -= 1;
      else if (name === 'AlternateContent') alternatives.pop();
      else close(name);
    },
    text(text) {
      if (isText && skipDepth === 0) append(text);
    },
  };
}
