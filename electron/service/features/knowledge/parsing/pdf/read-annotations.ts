import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { Omission } from '../../../../../../shared/knowledge/omissions.ts';
import type { Box, Glyph } from './page-content.ts';

/** What a page shows besides its content: filled form fields, and notes on it. */
export type PageAnnotations = {
  /** Annotations whose text is in `texts`, so that their appearance is not read. */
  readonly skipped: ReadonlySet<string>;
  /** Texts with their place in user space. */
  readonly texts: readonly (Box & { readonly text: string; readonly size: number | null })[];
  /** Areas in user space of text that is struck out. */
  readonly struck: readonly Box[];
  readonly omissions: readonly Omission[];
};

/** The parts of an annotation of pdf.js that are used, of which its types say little. */
type PdfjsAnnotation = {
  readonly id: string;
  readonly pageIndex?: number;
  readonly annotationFlags?: number;
  readonly subtype?: string;
  readonly rect?: readonly number[];
  readonly fieldType?: string | null;
  readonly fieldValue?: unknown;
  readonly options?: readonly { readonly exportValue?: unknown; readonly displayValue?: unknown }[];
  readonly checkBox?: boolean;
  readonly radioButton?: boolean;
  readonly exportValue?: unknown;
  readonly buttonValue?: unknown;
  readonly password?: boolean;
  readonly hasAppearance?: boolean;
  readonly contentsObj?: { readonly str?: string };
  readonly richText?: { readonly str?: string } | null;
  readonly quadPoints?: ArrayLike<number> | null;
  readonly defaultAppearanceData?: { readonly fontSize?: number };
};

/** Notes that a reader opens, besides those on a text. */
const commentTypes: readonly string[] = ['Text', 'Highlight', 'Underline', 'Squiggly', 'StrikeOut', 'Caret', 'Ink'];
const maxFieldChars = 10_000;
const numbersPerQuad = 8;

/** All types of annotations by their numbers in pdf.js, except links and the windows of notes. */
const readTypes = Array.from({ length: 26 }, (_, index) => index + 1).filter((type) => type !== 2 && type !== 16);
/** pdf.js reads the annotations of many pages much faster together, but their texts need memory. */
const batchPages = 32;
/** Flags of annotations that are not shown (ISO 32000-2, 12.5.3): invisible, hidden, and no view. */
const hiddenFlags = 1 | 2 | 32;

/** Reads the annotations of pages in order. */
export class AnnotationReader {
  readonly #document: PDFDocumentProxy;
  #batch: readonly PdfjsAnnotation[] = [];
  #batchStart = -batchPages;

  constructor(document: PDFDocumentProxy) {
    this.#document = document;
  }

  async read(pageNumber: number): Promise<PageAnnotations> {
    const pageIndex = pageNumber - 1;
    const start = pageIndex - (pageIndex % batchPages);
    if (start !== this.#batchStart) {
      this.#batchStart = start;
      this.#batch = await this.#readBatch(start);
    }
    return readPageAnnotations(this.#batch.filter((annotation) => annotation.pageIndex === pageIndex));
  }

  async #readBatch(start: number): Promise<readonly PdfjsAnnotation[]> {
    const { numPages } = this.#document;
    const otherPages = Array.from({ length: numPages }, (_, index) => index).filter(
      (index) => index < start || index >= start + batchPages,
    );
    try {
      return ((await this.#document.getAnnotationsByType(new Set(readTypes), new Set(otherPages))) ??
        []) as readonly PdfjsAnnotation[];
    } catch {
      return []; // the page that is damaged cannot be read either
    }
  }
}

function readPageAnnotations(annotations: readonly PdfjsAnnotation[]): PageAnnotations {
  const relevant = annotations.filter(({ annotationFlags = 0 }) => (annotationFlags & hiddenFlags) === 0);
  const skipped = new Set<string>();
  const texts: (Box & { readonly text: string; readonly size: number | null })[] = [];
  for (const annotation of relevant) {
    const text = readText(annotation);
    const box = toBox(annotation.rect ?? []);
    if (text === null || !box) continue;
    skipped.add(annotation.id);
    texts.push({ ...box, text, size: annotation.defaultAppearanceData?.fontSize ?? null });
  }
  const count = (kind: Omission['kind'], matches: (annotation: PdfjsAnnotation) => boolean) => {
    const found = relevant.filter(matches).length;
    return found > 0 ? [{ kind, count: found }] : [];
  };
  return {
    skipped,
    texts,
    struck: relevant.flatMap(({ subtype, quadPoints }) => (subtype === 'StrikeOut' ? splitQuads(quadPoints) : [])),
    omissions: [
      ...count(
        'comment',
        ({ subtype, contentsObj }) => commentTypes.includes(subtype ?? '') && Boolean(contentsObj?.str?.trim()),
      ),
      ...count('embedded_file', ({ subtype }) => subtype === 'FileAttachment'),
    ],
  };
}

/** Returns the text of a field or note, or null if its appearance shows it. */
function readText(annotation: PdfjsAnnotation): string | null {
  const { subtype, fieldType, fieldValue, contentsObj, richText } = annotation;
  if (subtype === 'FreeText') return annotation.hasAppearance ? null : contentsObj?.str || richText?.str || null;
  if (subtype !== 'Widget') return null;
  if (annotation.checkBox || annotation.radioButton) {
    const on = annotation.checkBox ? annotation.exportValue : annotation.buttonValue;
    return fieldValue !== null && fieldValue !== undefined && fieldValue !== 'Off' && fieldValue === on ? '☒' : '☐';
  }
  if (annotation.password === true) return '';
  if (fieldType !== 'Tx' && fieldType !== 'Ch') return null;
  const values = (Array.isArray(fieldValue) ? fieldValue : [fieldValue]).filter((value) => typeof value === 'string');
  return values
    .map((value) => findDisplayValue(annotation, value))
    .join(', ')
    .slice(0, maxFieldChars);
}

function findDisplayValue({ options = [] }: PdfjsAnnotation, value: string): string {
  const shown = options.find(({ exportValue }) => exportValue === value)?.displayValue;
  return typeof shown === 'string' ? shown : value;
}

function toBox([x0, y0, x1, y1]: readonly (number | undefined)[]): Box | null {
  if (x0 === undefined || y0 === undefined || x1 === undefined || y1 === undefined) return null;
  return { x0: Math.min(x0, x1), y0: Math.min(y0, y1), x1: Math.max(x0, x1), y1: Math.max(y0, y1) };
}

function splitQuads(points: ArrayLike<number> | null | undefined): readonly Box[] {
  const numbers = Array.from(points ?? []);
  const quads: Box[] = [];
  for (let start = 0; start + numbersPerQuad <= numbers.length; start += numbersPerQuad) {
    const quad = numbers.slice(start, start + numbersPerQuad);
    const xs = quad.filter((_, index) => index % 2 === 0);
    const ys = quad.filter((_, index) => index % 2 === 1);
    quads.push({ x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) });
  }
  return quads;
}

const defaultFieldSize = 12;
const charWidthEms = 0.5;
const lineHeightEms = 1.15;

/** Returns the characters of a text in a box on the page as it is shown, from its upper left corner. */
export function placeText(box: Box, text: string, fontSize: number | null): readonly Glyph[] {
  const lines = text.split(/\r\n?|\n/);
  const height = box.y1 - box.y0;
  const size = Math.min(fontSize || defaultFieldSize, Math.max(4, height / lines.length / lineHeightEms));
  const longest = Math.max(1, ...lines.map((line) => line.length));
  const width = Math.min(size * charWidthEms, (box.x1 - box.x0) / longest) || size * charWidthEms;
  const style = {
    font: 'form',
    isBold: false,
    size,
    angle: 0,
    color: null,
    isUnpainted: false,
    isArtifact: false,
    isVertical: false,
  };
  // One line is in the middle of its field.
  const top = lines.length === 1 ? box.y1 - (height - size * lineHeightEms) / 2 : box.y1;
  return lines.flatMap((line, row) =>
    Array.from(line, (character, index): Glyph => ({
      text: character.trim(),
      x: box.x0 + 1 + index * width,
      y: top - size * (0.92 + row * lineHeightEms),
      width,
      spacing: 0,
      style,
      order: Infinity,
    })),
  );
}
