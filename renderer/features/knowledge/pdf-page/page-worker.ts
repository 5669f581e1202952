import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { findPassage, type PassageMatch } from './find-passage.ts';
import { toHighlightBoxes, type PageBox, type PlacedText } from './highlight-boxes.ts';

/** Where the host serves pdf.js with its decoders, character maps and fonts: not in the window's scripts, because the service has them, too. */
const filesUrl = new URL('/pdfjs/', location.origin).href;
/** The area of a page in pixels, whatever size the document names: 48 MB. */
const maxPagePixels = 12_000_000;
const maxSidePixels = 8_192;
/** An A4 page that is scanned at 600 dpi has 35 million. */
const maxImagePixels = 40_000_000;

export type PageTask =
  | { readonly type: 'open'; readonly bytes: ArrayBuffer }
  | { readonly type: 'draw'; readonly page: number; readonly widthPixels: number }
  | { readonly type: 'locate'; readonly page: number; readonly passage: string };

export type PageRequest = { readonly id: number; readonly task: PageTask };

export type DrawnPage = { readonly bitmap: ImageBitmap; readonly aspectRatio: number };

export type LocatedPassage = { readonly match: PassageMatch; readonly boxes: readonly PageBox[] };

/** Messages from the worker: the result of one task, by its type. */
export type PageReply = { readonly id: number } & (
  | { readonly type: 'open'; readonly pageCount: number }
  | ({ readonly type: 'draw' } & DrawnPage)
  | ({ readonly type: 'locate' } & LocatedPassage)
  | { readonly type: 'failed'; readonly reason: string }
);

const run = createTaskRunner();

addEventListener('message', ({ data }: MessageEvent<PageRequest>) => {
  // The reader of pdf.js receives the messages of this thread, too, and sends some that it ignores.
  if (typeof data.id !== 'number') return;
  const { id, task } = data;
  run(task).then(
    (result) => postMessage({ id, ...result }, { transfer: 'bitmap' in result ? [result.bitmap] : [] }),
    (error: unknown) => postMessage({ id, type: 'failed', reason: String(error) } satisfies PageReply),
  );
});

type Result = PageReply extends infer Reply ? (Reply extends PageReply ? Omit<Reply, 'id'> : never) : never;

/** Returns a function that runs tasks. The first one opens the document of the others. */
function createTaskRunner(): (task: PageTask) => Promise<Result> {
  let opened: PDFDocumentProxy | null = null;
  return async (task) => {
    if (task.type === 'open') {
      opened = await openPdf(task.bytes);
      return { type: 'open', pageCount: opened.numPages };
    }
    if (!opened) throw new Error('No document is open.');
    const page = await opened.getPage(task.page);
    return task.type === 'draw'
      ? { type: 'draw', ...(await drawPage(page, task.widthPixels)) }
      : { type: 'locate', ...(await locatePassage(page, task.passage)) };
  };
}

/** Loads pdf.js with its worker module in this thread, which is already a worker, so that pdf.js does not start another one. */
async function loadPdfjs(): Promise<typeof import('pdfjs-dist')> {
  Object.assign(globalThis, { pdfjsWorker: await importBuild('pdf.worker.min.mjs') });
  return (await importBuild('pdf.min.mjs')) as typeof import('pdfjs-dist'); // has no types of its own
}

const importBuild = (file: string): Promise<unknown> => import(/* @vite-ignore */ `${filesUrl}legacy/build/${file}`);

async function openPdf(bytes: ArrayBuffer): Promise<PDFDocumentProxy> {
  const pdfjs = await loadPdfjs();
  return pdfjs.getDocument({
    data: new Uint8Array(bytes),
    cMapUrl: `${filesUrl}cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${filesUrl}standard_fonts/`,
    wasmUrl: `${filesUrl}wasm/`,
    // The window's policy refuses WebAssembly and code that is made from text.
    useWasm: false,
    useWorkerFetch: false,
    maxImageSize: maxImagePixels,
    canvasMaxAreaInBytes: maxPagePixels * 4,
    BinaryDataFactory: FileDataFactory,
    CanvasFactory: OffscreenCanvasFactory,
    FilterFactory: NoFilterFactory,
    // pdf.js only adds fonts to the document, and a worker has its own.
    ownerDocument: { fonts: Reflect.get(globalThis, 'fonts') } as unknown as HTMLDocument,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
  }).promise;
}

async function drawPage(page: PDFPageProxy, widthPixels: number): Promise<DrawnPage> {
  const natural = page.getViewport({ scale: 1 });
  const scale = Math.min(
    widthPixels / natural.width,
    maxSidePixels / Math.max(natural.width, natural.height),
    Math.sqrt(maxPagePixels / (natural.width * natural.height)),
  );
  const viewport = page.getViewport({ scale });
  const [width, height] = [Math.max(1, Math.round(viewport.width)), Math.max(1, Math.round(viewport.height))];
  const canvas = new OffscreenCanvas(width, height);
  // The types of pdf.js know only the canvas of a page.
  await page.render({ canvas: canvas as unknown as HTMLCanvasElement, viewport }).promise;
  page.cleanup();
  return { bitmap: canvas.transferToImageBitmap(), aspectRatio: natural.width / natural.height };
}

async function locatePassage(page: PDFPageProxy, passage: string): Promise<LocatedPassage> {
  const { items } = await page.getTextContent();
  const texts = items.flatMap((item): PlacedText[] => ('str' in item ? [item] : []));
  const { match, ranges } = findPassage(
    texts.map(({ str }) => str),
    passage,
  );
  return { match, boxes: toHighlightBoxes(texts, ranges, page.getViewport({ scale: 1 })) };
}

/** Fetches character maps and fonts. The default of pdf.js needs a page. */
class FileDataFactory {
  readonly #folders: Readonly<Record<string, string | null>>;

  constructor(folders: Readonly<Record<string, string | null>>) {
    this.#folders = folders;
  }

  async fetch({ kind, filename }: { readonly kind: string; readonly filename: string }): Promise<Uint8Array> {
    const folder = this.#folders[kind];
    // The name comes from the document.
    if (!folder || !/^[\w.-]+$/.test(filename)) throw new Error(`No ${kind} data named ${JSON.stringify(filename)}`);
    const response = await fetch(`${folder}${filename}`);
    if (!response.ok) throw new Error(`${filename} could not be loaded.`);
    return new Uint8Array(await response.arrayBuffer());
  }
}

type CanvasAndContext = { canvas: OffscreenCanvas | null; context: OffscreenCanvasRenderingContext2D | null };

class OffscreenCanvasFactory {
  create(width: number, height: number): CanvasAndContext {
    const canvas = new OffscreenCanvas(width, height);
    return { canvas, context: canvas.getContext('2d', { willReadFrequently: true }) };
  }

  getNoAlphaContext(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D | null {
    return canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  }

  reset({ canvas }: CanvasAndContext, width: number, height: number): void {
    if (canvas) Object.assign(canvas, { width, height });
  }

  destroy(created: CanvasAndContext): void {
    if (created.canvas) Object.assign(created.canvas, { width: 0, height: 0 });
    Object.assign(created, { canvas: null, context: null });
  }
}

/** Filters need elements of a page. Without them, a few effects of masks are not drawn. */
class NoFilterFactory {
  readonly addFilter = () => 'none';
  readonly addHCMFilter = () => 'none';
  readonly addAlphaFilter = () => 'none';
  readonly addLuminosityFilter = () => 'none';
  readonly addKnockoutFilter = () => 'none';
  readonly addHighlightHCMFilter = () => 'none';
  readonly addSelectionHCMFilter = () => 'none';
  readonly addSelectionFilter = () => 'none';
  readonly createSelectionStyle = () => null;
  readonly destroy = () => {};
}
