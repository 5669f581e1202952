import type { BodyPiece } from './body-piece.ts';
import { addSpan, joinSpans, type TextSpan } from './paragraph-text.ts';
import { isInvisible, type RunFormat } from './run-format.ts';
import { readSymbols } from './symbol-fonts.ts';
import type { NumberingReference, StyleSheet } from './style-sheet.ts';

export type NoteReference = { readonly kind: 'footnote' | 'endnote'; readonly id: string; readonly label: string };

export type Paragraph = {
  readonly kind: 'paragraph';
  readonly spans: TextSpan[];
  /** Text of text boxes, diagrams and charts anchored in the paragraph; it follows the paragraph. */
  readonly anchoredPieces: BodyPiece[];
  readonly notes: NoteReference[];
  styleId: string | undefined;
  outlineLevel: string | undefined;
  numId: string | undefined;
  level: number | undefined;
  fill: string | undefined;
  /** The format of the paragraph mark. */
  readonly mark: RunFormat;
  /** Whether the paragraph mark is deleted, or a large initial is a paragraph of its own, so that the next one continues this one. */
  isContinued: boolean;
  run: RunFormat;
  characterStyleId: string | undefined;
  /** The format of the run, if it is known. */
  resolved: RunFormat | undefined;
  /** Whether the text before was left out, and why. */
  leftOut: 'hidden_text' | 'struck_text' | undefined;
};

/** Creates a paragraph that continues another one, if given. */
export function createParagraph(continued?: Paragraph): Paragraph {
  return {
    kind: 'paragraph',
    spans: continued?.spans ?? [],
    anchoredPieces: continued?.anchoredPieces ?? [],
    notes: continued?.notes ?? [],
    styleId: undefined,
    outlineLevel: undefined,
    numId: undefined,
    level: undefined,
    fill: undefined,
    mark: {},
    isContinued: false,
    run: {},
    characterStyleId: undefined,
    resolved: undefined,
    leftOut: undefined,
  };
}

export function startRun(paragraph: Paragraph): void {
  paragraph.run = {};
  paragraph.characterStyleId = undefined;
  paragraph.resolved = undefined;
}

type AddedText = {
  readonly isShown: boolean;
  /** What was left out, at the start of a passage that is. */
  readonly leftOut?: 'hidden_text' | 'struck_text';
  readonly unknownSymbols: number;
};

/** Adds text to a run unless a reader of the document cannot see it. */
export function addText(
  paragraph: Paragraph,
  text: string,
  styles: StyleSheet,
  table: { readonly styleId: string | undefined } | undefined,
  getOuterFill: () => string,
): AddedText {
  const format = (paragraph.resolved ??= {
    ...styles.getRunFormat(paragraph.characterStyleId, paragraph.styleId, table),
    ...paragraph.run,
  });
  const getFill = () => paragraph.fill ?? styles.getFill('paragraph', paragraph.styleId) ?? getOuterFill();
  const isHidden = isInvisible(format, getFill);
  const isBlank = text.trim() === '';
  if (isHidden || format.strike === true || format.dstrike === true) {
    const leftOut = isHidden ? 'hidden_text' : 'struck_text';
    // Word hides the page numbers of a table of contents for the web.
    if (isBlank || paragraph.leftOut === leftOut || format.webHidden === true)
      return { isShown: false, unknownSymbols: 0 };
    paragraph.leftOut = leftOut;
    return { isShown: false, leftOut, unknownSymbols: 0 };
  }
  const symbols = readSymbols(text, format.font ?? '');
  addSpan(paragraph.spans, symbols.text, format.position ?? 'baseline');
  if (!isBlank) paragraph.leftOut = undefined;
  return { isShown: true, unknownSymbols: symbols.unknownCount };
}

/** Returns the text with the white space that a reader sees. */
export function getText({ spans }: Paragraph): string {
  return joinSpans(spans)
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
}

/** Returns the list of a paragraph, from its own properties or its style. A list with the id 0 is none. */
export function findNumbering(paragraph: Paragraph, styles: StyleSheet): NumberingReference | undefined {
  const style = styles.getNumbering(paragraph.styleId);
  const numId = paragraph.numId ?? style?.numId;
  return numId === undefined || numId === '0' ? undefined : { numId, level: paragraph.level ?? style?.level };
}
