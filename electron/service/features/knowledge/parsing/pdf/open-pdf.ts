import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { OPS, PDFDocumentProxy } from 'pdfjs-dist';
import { findReplacedFont } from '../../../../platform/files/sans-font-paths.ts';
import { ParseError } from '../parse-protocol.ts';

export type OpenPdf = {
  readonly document: PDFDocumentProxy;
  /** The numbers of the operations on a page. */
  readonly operations: typeof OPS;
};

const packageFolder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

/** Opens a PDF. With `xfa`, a form without pages of its own is laid out from its description. */
export async function openPdf(data: Uint8Array, { xfa }: { readonly xfa: boolean }): Promise<OpenPdf> {
  const pdfjs = await loadPdfjs();
  const task = pdfjs.getDocument({
    data,
    cMapUrl: join(packageFolder, 'cmaps') + sep,
    cMapPacked: true,
    standardFontDataUrl: join(packageFolder, 'standard_fonts') + sep,
    BinaryDataFactory: FileDataFactory,
    enableXfa: xfa,
    // Names and codes tell what the characters of symbol fonts mean.
    fontExtraProperties: true,
    // Nothing is rendered, so fonts, images and WebAssembly are not needed.
    useWorkerFetch: false,
    useWasm: false,
    useSystemFonts: false,
    disableFontFace: true,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    maxImageSize: 1,
    // Warnings are counted while a page is read.
    verbosity: xfa ? pdfjs.VerbosityLevel.ERRORS : pdfjs.VerbosityLevel.WARNINGS,
  });
  try {
    return { document: await task.promise, operations: pdfjs.OPS };
  } catch (cause) {
    if (cause instanceof pdfjs.PasswordException) {
      throw new ParseError('encrypted', 'The PDF is password-protected. Remove the password and upload it again.', {
        cause,
      });
    }
    throw createDamagedError('The PDF is damaged and cannot be opened.', cause);
  }
}

const pdfjsWarning = 'Warning: ';
const imageWarning = 'Image exceeded maximum allowed size';

/**
 * Counts the images that pdf.js leaves out from now on. It only prints a warning for each. The returned function ends the
 * count, and returns it.
 */
export function startCountingImages(): () => number {
  const print = console.warn;
  let count = 0;
  console.warn = (...values: readonly unknown[]) => {
    const message = String(values[0]);
    if (!message.startsWith(pdfjsWarning)) print(...values);
    else if (message.includes(imageWarning)) count += 1;
  };
  return () => {
    console.warn = print;
    return count;
  };
}

export function createDamagedError(reason: string, cause: unknown): ParseError {
  return new ParseError('unreadable', `${reason} Open it in a PDF reader, save it again and upload the new file.`, {
    cause,
  });
}

/** Loads pdf.js with its worker module in this thread, which is already a worker, so that pdf.js does not start another one. */
async function loadPdfjs(): Promise<typeof import('pdfjs-dist')> {
  Object.assign(globalThis, { pdfjsWorker: await importBuild('pdf.worker.min.mjs') });
  return (await importBuild('pdf.min.mjs')) as typeof import('pdfjs-dist'); // has no types of its own
}

const importBuild = (file: string): Promise<unknown> =>
  import(pathToFileURL(join(packageFolder, 'legacy', 'build', file)).href);

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
    return new Uint8Array(await readFile(findReplacedFont(filename) ?? join(folder, filename)));
  }
}
