import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import type { Matrix } from './matrix.ts';
import { startCountingImages, type OpenPdf } from './open-pdf.ts';
import type { PageContent } from './page-content.ts';
import { createPageFont, type PageFont, type PdfjsFont } from './page-font.ts';
import { PageInterpreter } from './page-interpreter.ts';
import type { Outline } from './raised-characters.ts';

/** The intents of pdf.js: as on a screen, and without the optimizations that need a canvas. */
const displayIntent = 2;
const listIntent = 256;

/**
 * The parts of pdf.js that stream the operations of a page. Its public method collects them first, and the drawing of a map
 * or a machine can have millions.
 */
type StreamingPage = {
  readonly _id: number;
  readonly _transport: {
    readonly messageHandler: {
      readonly sendWithStream: (name: 'GetOperatorList', request: unknown) => ReadableStream<OperationChunk>;
    };
  };
};
type OperationChunk = {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly (readonly unknown[] | null)[];
};

export type PageReadOptions = {
  readonly skippedAnnotations: ReadonlySet<string>;
  readonly isLayerVisible: (layer: unknown) => boolean;
};

/** Reads the operations of pages. Fonts are kept, because pages share them. */
export class PageContentReader {
  readonly #pdf: OpenPdf;
  readonly #fonts = new Map<string, PageFont>();

  constructor(pdf: OpenPdf) {
    this.#pdf = pdf;
  }

  getFont = (id: string): PageFont | undefined => this.#fonts.get(id);

  async read(
    page: PDFPageProxy,
    options: PageReadOptions,
  ): Promise<{ readonly content: PageContent; readonly imageCount: number }> {
    const countImages = startCountingImages();
    try {
      return { content: await this.#readOperations(page, options), imageCount: countImages() };
    } finally {
      countImages();
    }
  }

  async #readOperations(page: PDFPageProxy, options: PageReadOptions): Promise<PageContent> {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = page.view as readonly number[];
    const isTurned = page.rotate % 180 !== 0;
    const box = { x0: 0, y0: 0, x1: isTurned ? y1 - y0 : x1 - x0, y1: isTurned ? x1 - x0 : y1 - y0 };
    const base = createBaseMatrix(page.rotate, { x0, y0, x1, y1 });
    const interpreter = new PageInterpreter(this.#pdf.operations, base, box, { ...options, getFont: this.getFont });
    const chunks = streamOperations(page).getReader();
    for (;;) {
      const { value, done } = await chunks.read();
      if (done) return interpreter.finish();
      await this.#loadFonts(page, value);
      interpreter.run(value.fnArray, value.argsArray);
    }
  }

  /** Waits for the fonts that a part of a page uses. pdf.js sends them before it, but delivers them later. */
  async #loadFonts(page: PDFPageProxy, { fnArray, argsArray }: OperationChunk): Promise<void> {
    for (const [index, operation] of fnArray.entries()) {
      if (operation !== this.#pdf.operations.dependency) continue;
      const id = String(argsArray[index]?.[0]);
      if (this.#fonts.has(id) || !/_f\d+$/.test(id)) continue;
      const font = await new Promise<PdfjsFont>((resolve) => void page.commonObjs.get(id, resolve));
      const getOutline = (fontChar: string) => readOutline(page, `${id}_path_${fontChar}`);
      this.#fonts.set(id, createPageFont(id, font, getOutline));
    }
  }
}

/** Returns the outline of a character, which pdf.js sends before the operation that draws it, or null if it has none. */
function readOutline(page: PDFPageProxy, id: string): Outline | null {
  const objects = page.commonObjs;
  return objects.has(id) ? (objects.get(id) as { readonly path: Outline }).path : null;
}

function streamOperations(page: PDFPageProxy): ReadableStream<OperationChunk> {
  const pageIndex = page.pageNumber - 1;
  // Not in the types of pdf.js, but its own methods use it.
  const { _id: pageProxyId, _transport } = page as unknown as StreamingPage;
  return _transport.messageHandler.sendWithStream('GetOperatorList', {
    pageId: pageIndex,
    pageIndex,
    pageProxyId,
    intent: displayIntent + listIntent,
    cacheKey: '',
    annotationStorage: null,
    modifiedIds: null,
  });
}

type View = { readonly x0: number; readonly y0: number; readonly x1: number; readonly y1: number };

/** Returns the transformation from user space to the page as it is shown. */
export function createBaseMatrix(rotate: number, { x0, y0, x1, y1 }: View): Matrix {
  switch (((rotate % 360) + 360) % 360) {
    case 90:
      return [0, -1, 1, 0, -y0, x1];
    case 180:
      return [-1, 0, 0, -1, x1, y1];
    case 270:
      return [0, 1, -1, 0, y1, -x0];
    default:
      return [1, 0, 0, 1, -x0, -y0];
  }
}

/** Returns a function that tells whether a layer of the document is switched on. */
export async function createLayerTest(document: PDFDocumentProxy): Promise<(layer: unknown) => boolean> {
  const config = await document.getOptionalContentConfig();
  return (layer) => layer === null || layer === undefined || config.isVisible(layer) !== false;
}
