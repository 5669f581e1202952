import { readFile } from 'node:fs/promises';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { Omission } from '../../../../../../shared/knowledge/omissions.ts';
import { ParseError } from '../parse-protocol.ts';
import { cleanText, type TextSection } from '../text-section.ts';
import { createDamagedError, openPdf, type OpenPdf } from './open-pdf.ts';
import { PdfPageReader, type PdfPage } from './pdf-page-reader.ts';
import { joinSplitRow } from './split-rows.ts';

/** PDF readers search the last kilobyte for the trailer, but some programs append more data than that. */
const trailerSearchBytes = 64 * 1024;

/** The entries of a document's information that say where its content is. */
type ContentInfo = {
  readonly IsXFAPresent?: boolean;
  readonly IsAcroFormPresent?: boolean;
  readonly IsCollectionPresent?: boolean;
};

/** Yields the pages of a PDF in order, including empty ones. */
export async function* readPdf(path: string): AsyncGenerator<TextSection> {
  const bytes = await readFile(path);
  // pdf.js repairs truncated files, which would make a part look like the whole document.
  if (!bytes.subarray(-trailerSearchBytes).includes('%%EOF')) {
    throw new ParseError('unreadable', 'The PDF is incomplete: its end is missing. Upload the complete file.');
  }
  const pdf = await openPdf(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength), { xfa: false });
  try {
    const info = await readInfo(pdf.document);
    const isForm = info.IsXFAPresent === true && !info.IsAcroFormPresent;
    const pages = isForm ? await readXfaForm(path) : [];
    if (pages.length > 0) yield* pages;
    else yield* readDocument(pdf, info, isForm);
  } finally {
    await pdf.document.loadingTask.destroy(); // otherwise pdf.js keeps the document in memory
  }
}

async function readInfo(document: PDFDocumentProxy): Promise<ContentInfo> {
  const { info } = await document.getMetadata();
  return info; // `Object` in the types of pdf.js
}

/** What programs write on the only page of a document whose content other readers cannot show. */
const placeholder = /^\s*(?:please wait\b|for the best experience, open this pdf portfolio)/i;

async function* readDocument(pdf: OpenPdf, info: ContentInfo, isUnreadForm: boolean): AsyncGenerator<TextSection> {
  const { document } = pdf;
  const attachments = await listAttachments(document);
  const omissions: Omission[] = attachments.length > 0 ? [{ kind: 'embedded_file', count: attachments.length }] : [];
  if (isUnreadForm) omissions.push({ kind: 'form', count: 1 });
  const reader = await PdfPageReader.create(pdf);
  for await (const [page, { blocks, omissions: omitted }] of readPages(reader, document.numPages)) {
    const text = reader.join(blocks);
    const isPlaceholder = (info.IsXFAPresent || info.IsCollectionPresent) && placeholder.test(text);
    if (isPlaceholder && info.IsXFAPresent && !isUnreadForm) omissions.push({ kind: 'form', count: 1 });
    const section = { page, pageCount: document.numPages, heading: null, omissions: omitted };
    yield { ...section, text: isPlaceholder ? '' : text };
  }
  if (omissions.length > 0) yield createDocumentSection(omissions, document.numPages);
}

/** Yields the pages with their numbers, when the next page has been read, which can begin with the rest of a table row. */
async function* readPages(reader: PdfPageReader, pageCount: number): AsyncGenerator<readonly [number, PdfPage]> {
  let previous: PdfPage | undefined;
  for (let number = 1; number <= pageCount; number += 1) {
    const page = await readPage(reader, number);
    const { upper, lower } = joinSplitRow(previous?.blocks ?? [], page.blocks);
    if (previous) yield [number - 1, { ...previous, blocks: upper }];
    previous = { ...page, blocks: lower };
  }
  if (previous) yield [pageCount, previous];
}

async function listAttachments(document: PDFDocumentProxy): Promise<readonly string[]> {
  // `any` in the types of pdf.js
  const attachments = (await document.getAttachments()) as ReadonlyMap<string, unknown> | null;
  return [...(attachments?.keys() ?? [])];
}

function createDocumentSection(omissions: readonly Omission[], pageCount: number): TextSection {
  return { page: null, pageCount, heading: null, text: '', omissions };
}

async function readPage(reader: PdfPageReader, number: number) {
  try {
    return await reader.read(number);
  } catch (cause) {
    throw createDamagedError(`The PDF is damaged: page ${number} cannot be read.`, cause);
  }
}

/** Returns the pages of a form that is described in XML (XFA), or none if it cannot be laid out or has no text. */
async function readXfaForm(path: string): Promise<readonly TextSection[]> {
  const form = await openXfaForm(path);
  if (!form) return [];
  const { document } = form;
  const pages: TextSection[] = [];
  try {
    const pageCount = document.isPureXfa ? document.numPages : 0;
    for (let number = 1; number <= pageCount; number += 1) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      const lines = items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item.str.trim()] : []));
      pages.push({ page: number, pageCount, heading: null, text: cleanText(lines.join('\n')).trim(), omissions: [] });
    }
  } finally {
    await document.loadingTask.destroy();
  }
  return pages.some(({ text }) => text !== '') ? pages : [];
}

/** Returns null if pdf.js cannot lay out the form, which it does with many. */
async function openXfaForm(path: string): Promise<OpenPdf | null> {
  try {
    return await openPdf(new Uint8Array(await readFile(path)), { xfa: true });
  } catch {
    return null;
  }
}
