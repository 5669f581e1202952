import type { PDFPageProxy } from 'pdfjs-dist';
import type { Omission } from '../../../../../../shared/knowledge/omissions.ts';
import { cleanText } from '../text-section.ts';
import { addDrawnMarks } from './drawn-marks.ts';
import { Compounds, joinLines } from './join-lines.ts';
import { transformBox } from './matrix.ts';
import type { OpenPdf } from './open-pdf.ts';
import type { PageContent } from './page-content.ts';
import { AnnotationReader, placeText } from './read-annotations.ts';
import { createBaseMatrix, createLayerTest, PageContentReader } from './read-page-content.ts';
import { readPageText, type TextBlock } from './read-page-text.ts';
import { createTextRepair } from './readable-text.ts';
import { createRunningLineFilter } from './running-lines.ts';
import { findVisibleGlyphs } from './visible-glyphs.ts';

export type PdfPage = { readonly blocks: readonly TextBlock[]; readonly omissions: readonly Omission[] };

/** An image is worth mentioning if it covers more of the page. */
const minImageShare = 0.2;
const minScanShare = 0.4;
const maxScanChars = 100;
/** An image with more characters over it is a background, or its text is known. */
const minCharsOfImage = 20;
/** Fewer characters are decoration, or the mistake of a program. */
const minMentionedChars = 4;
/** Fonts of symbols draw lines and corners too. */
const minMentionedSymbols = 12;
const minDrawingPaths = 200;
const minUnreadableShare = 0.05;

/** Reads the pages of a PDF in order. It remembers what repeats from page to page. */
export class PdfPageReader {
  readonly #pdf: OpenPdf;
  readonly #content: PageContentReader;
  readonly #annotations: AnnotationReader;
  readonly #isLayerVisible: (layer: unknown) => boolean;
  readonly #compounds = new Compounds();
  readonly #repairText: ReturnType<typeof createTextRepair>;
  readonly #removeRunningLines = createRunningLineFilter();
  readonly #removeWatermarks = createWatermarkFilter();

  private constructor(pdf: OpenPdf, isLayerVisible: (layer: unknown) => boolean) {
    this.#pdf = pdf;
    this.#content = new PageContentReader(pdf);
    this.#annotations = new AnnotationReader(pdf.document);
    this.#isLayerVisible = isLayerVisible;
    this.#repairText = createTextRepair(this.#content.getFont);
  }

  static async create(pdf: OpenPdf): Promise<PdfPageReader> {
    return new PdfPageReader(pdf, await createLayerTest(pdf.document));
  }

  /** Returns the text of blocks: paragraphs, which empty lines separate, and rows of tables. */
  join(blocks: readonly TextBlock[]): string {
    const text = blocks.map(({ lines }) => joinLines(lines, this.#compounds)).join('\n\n');
    // White space at the start of a row stands for an empty cell.
    return cleanText(text).replace(/^\n+/, '').trimEnd();
  }

  async read(number: number): Promise<PdfPage> {
    const page = await this.#pdf.document.getPage(number);
    const annotations = await this.#annotations.read(number);
    const { content, imageCount } = await this.#content.read(page, {
      skippedAnnotations: annotations.skipped,
      isLayerVisible: this.#isLayerVisible,
    });
    page.cleanup();
    const toPage = createBoxTransform(page);
    const visible = findVisibleGlyphs(content, imageCount, annotations.struck.map(toPage));
    const repaired = this.#repairText(visible.glyphs);
    const fields = annotations.texts.flatMap(({ text, size, ...box }) => placeText(toPage(box), text, size));
    const glyphs = addDrawnMarks([...repaired.glyphs, ...fields], content.smallShapes);
    const blocks = readPageText(glyphs, content, this.#compounds);
    const replacedCount = repaired.glyphs.filter(({ text }) => text === '\ufffd').length;
    const unreadable = content.unreadableCharCount + repaired.unreadableCharCount + replacedCount;
    return {
      blocks: this.#removeWatermarks(this.#removeRunningLines(number, blocks, content.height)),
      omissions: [
        ...annotations.omissions,
        ...describePictures(content, imageCount, glyphs.length),
        ...describeTables(blocks),
        ...mention('hidden_text', visible.hiddenCharCount),
        ...mention('struck_text', visible.struckCharCount),
        ...describeUnreadable(unreadable, content.unreadableInWordCount + replacedCount, glyphs.length),
      ],
    };
  }
}

function describeUnreadable(count: number, countInWords: number, charCount: number): readonly Omission[] {
  if (count >= minMentionedChars && count > charCount * minUnreadableShare)
    return [{ kind: 'unreadable_text', count: 1 }];
  const isMentioned = countInWords > 0 || count >= minMentionedSymbols;
  return isMentioned ? [{ kind: 'unreadable_character', count }] : [];
}

function describeTables(blocks: readonly TextBlock[]): readonly Omission[] {
  const count = blocks.filter(({ isUncertain }) => isUncertain).length;
  return count > 0 ? [{ kind: 'uncertain_table', count }] : [];
}

function mention(kind: Omission['kind'], charCount: number): readonly Omission[] {
  return charCount < minMentionedChars ? [] : [{ kind, count: 1 }];
}

function createBoxTransform(page: PDFPageProxy) {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = page.view as readonly number[];
  const matrix = createBaseMatrix(page.rotate, { x0, y0, x1, y1 });
  return (box: { readonly x0: number; readonly y0: number; readonly x1: number; readonly y1: number }) =>
    transformBox(matrix, box);
}

/** Returns the images and drawings of a page that may show text which was not read. */
function describePictures(content: PageContent, imageCount: number, charCount: number): readonly Omission[] {
  const { width, height, images, glyphs, pathCount } = content;
  if (charCount === 0 && imageCount === 0 && pathCount >= minDrawingPaths) return [{ kind: 'diagram', count: 1 }];
  if (imageCount === 0) return [];
  if (charCount === 0) return [{ kind: 'scanned_page', count: 1 }];
  const withoutText = images.filter((box) => {
    const charsOver = glyphs.filter(({ x, y }) => x > box.x0 && x < box.x1 && y > box.y0 && y < box.y1).length;
    return charsOver < minCharsOfImage;
  });
  const shares = withoutText.map(({ x0, x1, y0, y1 }) => ((x1 - x0) * (y1 - y0)) / (width * height));
  if (charCount < maxScanChars && shares.some((share) => share > minScanShare))
    return [{ kind: 'scanned_page', count: 1 }];
  const large = shares.filter((share) => share > minImageShare).length;
  return large > 0 ? [{ kind: 'image', count: large }] : [];
}

const maxWatermarks = 100;

/** Returns a function that removes slanted or overlapping text that an earlier page has too. */
function createWatermarkFilter(): (blocks: readonly TextBlock[]) => readonly TextBlock[] {
  const known = new Set<string>();
  return (blocks) =>
    blocks.filter(({ lines, isOverlay }) => {
      if (!isOverlay) return true;
      const text = lines.map((line) => line.text).join('\n');
      if (known.has(text)) return false;
      if (known.size < maxWatermarks) known.add(text);
      return true;
    });
}
