import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { ParseError } from '../parse-protocol.ts';
import { cleanText, type TextSection } from '../text-section.ts';
import { createLineJoiner, rebuildLines, type TextItem, type TextLine } from './rebuild-lines.ts';

const packageFolder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
/** PDF readers search the last kilobyte for the trailer, but some programs append more data than that. */
const trailerSearchBytes = 64 * 1024;

/** Yields the pages of a PDF in order, including empty ones. */
export async function* readPdf(path: string): AsyncGenerator<TextSection> {
  const bytes = await readFile(path);
  // pdf.js repairs truncated files, which would make a part look like the whole document.
  if (!bytes.subarray(-trailerSearchBytes).includes('%%EOF')) {
    throw new ParseError('unreadable', 'The PDF is incomplete: its end is missing. Upload the complete file.');
  }
  const document = await openPdf(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  try {
    yield* readPages(document);
  } finally {
    await document.loadingTask.destroy(); // otherwise pdf.js keeps the document in memory
  }
}

async function* readPages(document: PDFDocumentProxy): AsyncGenerator<TextSection> {
  const joinLines = createLineJoiner();
  const removeRunningLines = createRunningLineFilter();
  for (let number = 1; number <= document.numPages; number += 1) {
    const lines = removeRunningLines(number, rebuildLines(await readPage(document, number)));
    yield {
      page: number,
      pageCount: document.numPages,
      heading: null,
      text: cleanText(joinLines(lines)).trim(),
      omissions: [],
    };
  }
}

async function openPdf(data: Uint8Array): Promise<PDFDocumentProxy> {
  const pdfjs = await loadPdfjs();
  const task = pdfjs.getDocument({
    data,
    cMapUrl: join(packageFolder, 'cmaps') + sep,
    cMapPacked: true,
    standardFontDataUrl: join(packageFolder, 'standard_fonts') + sep,
    BinaryDataFactory: FileDataFactory,
    // Nothing is rendered, so fonts, images and WebAssembly are not needed.
    useWorkerFetch: false,
    useWasm: false,
    useSystemFonts: false,
    disableFontFace: true,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    maxImageSize: 1,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
  });
  try {
    return await task.promise;
  } catch (cause) {
    if (cause instanceof pdfjs.PasswordException) {
      throw new ParseError('encrypted', 'The PDF is password-protected. Remove the password and upload it again.', {
        cause,
      });
    }
    throw createDamagedError('The PDF is damaged and cannot be opened.', cause);
  }
}

/** Loads pdf.js with its worker module in this thread, which is already a worker, so that pdf.js does not start another one. */
async function loadPdfjs() {
  const workerUrl = pathToFileURL(join(packageFolder, 'legacy', 'build', 'pdf.worker.min.mjs'));
  Object.assign(globalThis, { pdfjsWorker: await import(workerUrl.href) });
  return import('pdfjs-dist/legacy/build/pdf.mjs');
}

/** Reads character maps and font metrics from the package folder. The default of pdf.js depends on the detected environment. */
class FileDataFactory {
  readonly #folders: Readonly<Record<string, string | null>>;

  constructor(folders: Readonly<Record<string, string | null>>) {
    this.#folders = folders;
  }

  async fetch({ kind, filename }: { readonly kind: string; readonly filename: string }): Promise<Uint8Array> {
    const folder = this.#folders[kind];
    // The name comes from the document.
    if (!folder || !/^[\w.-]+$/.test(filename)) throw new Error(`No ${kind} data named ${JSON.stringify(filename)}`);
    return new Uint8Array(await readFile(join(folder, filename)));
  }
}

async function readPage(document: PDFDocumentProxy, number: number): Promise<readonly TextItem[]> {
  try {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    page.cleanup();
    return items.flatMap((item) => ('str' in item ? [toTextItem(item)] : []));
  } catch (cause) {
    throw createDamagedError(`The PDF is damaged: page ${number} cannot be read.`, cause);
  }
}

type PdfjsTextItem = {
  readonly str: string;
  // `any[]` in the types of pdf.js, but a matrix of six numbers in its documentation.
  readonly transform: readonly number[];
  readonly width: number;
  readonly hasEOL: boolean;
};

function toTextItem({ str, transform, width, hasEOL }: PdfjsTextItem): TextItem {
  const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = transform;
  return { text: str, x, y, width, size: Math.hypot(c, d), isHorizontal: b === 0 && a > 0, isLineEnd: hasEOL };
}

function createDamagedError(reason: string, cause: unknown): ParseError {
  return new ParseError('unreadable', `${reason} Open it in a PDF reader, save it again and upload the new file.`, {
    cause,
  });
}

/** Headers and footers are among the outermost lines of a page. */
const edgeLineCount = 2;
/** Left and right pages may have different headers and footers. */
const comparedPages = 2;
/** Allows for rounding. */
const positionTolerancePoints = 1;

type PageEdge = { readonly page: number; readonly lines: readonly TextLine[] };

/**
 * Returns a function that removes repeated headers and footers, which would otherwise interrupt sentences and match queries.
 * The first occurrence is kept, because its text may occur nowhere else. Call it for each page in order.
 */
export function createRunningLineFilter(): (page: number, lines: readonly TextLine[]) => readonly TextLine[] {
  let recentEdges: readonly PageEdge[] = [];
  return (page, lines) => {
    const byHeight = lines.toSorted((a, b) => b.y - a.y);
    const edges = new Set([...byHeight.slice(0, edgeLineCount), ...byHeight.slice(-edgeLineCount)]);
    const previousEdges = recentEdges;
    recentEdges = [{ page, lines: [...edges] }, ...recentEdges].slice(0, comparedPages);
    // On a page with few lines, the edges are the content.
    if (lines.length <= 2 * edgeLineCount) return lines;
    return lines.filter((line) => !edges.has(line) || !previousEdges.some((edge) => isRepeated(line, page, edge)));
  };
}

function isRepeated(line: TextLine, page: number, edge: PageEdge): boolean {
  return edge.lines.some(
    (other) =>
      Math.abs(other.y - line.y) <= positionTolerancePoints &&
      Math.abs(other.size - line.size) <= positionTolerancePoints &&
      isSameExceptPageNumber(line.text, other.text, page - edge.page),
  );
}

/** Whether two texts are equal except for page numbers. Other numbers are content and must be equal. */
function isSameExceptPageNumber(text: string, other: string, pagesApart: number): boolean {
  if (text === other) return true;
  const number = /\d+/g;
  if (text.replaceAll(number, '#') !== other.replaceAll(number, '#')) return false;
  const others = other.match(number) ?? [];
  return (text.match(number) ?? []).every((found, index) => {
    const difference = Number(found) - Number(others[index]);
    return difference === 0 || difference === pagesApart;
  });
}
