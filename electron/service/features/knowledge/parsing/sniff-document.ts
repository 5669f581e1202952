import { open } from 'node:fs/promises';
import type { DocumentKind } from '../../../../../shared/knowledge/knowledge.ts';
import { decodeText, detectCharset } from './detect-charset.ts';
import { hasElements, isWebPage } from './html/sniff-html.ts';
import { hasMarkdownMarks } from './read-markdown.ts';

const sampleBytes = 256 * 1024;
/** PDF readers accept other bytes before the header, which mail gateways and web servers may add. */
const pdfHeaderSearchBytes = 1024;

/**
 * Detects the kind of a file by its content. The name decides only between plain text, Markdown and parts of web pages, which have no
 * header. Returns undefined if the file is empty or of another kind.
 */
export async function sniffDocument(path: string, name = ''): Promise<DocumentKind | undefined> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const read = async (position: number, length: number) => {
      const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - position)));
      const { bytesRead } = await file.read(bytes, 0, bytes.length, position);
      return bytes.subarray(0, bytesRead);
    };
    const head = await read(0, sampleBytes);
    const kind = sniffBytes(head, await read(Math.max(0, size - sampleBytes), sampleBytes), size);
    return kind === 'txt' ? sniffText(trimSample(head, size), name) : kind;
  } finally {
    await file.close();
  }
}

function sniffBytes(head: Buffer, tail: Buffer, sizeBytes: number): DocumentKind | undefined {
  if (head.length === 0) return undefined;
  const header = head.subarray(0, pdfHeaderSearchBytes).toString('latin1');
  if (/%PDF-\d/.test(header) && !isProse(header)) return 'pdf';
  if (header.startsWith('PK\x03\x04')) return isWordZip(head, tail) ? 'docx' : undefined;
  if (header.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return isEncryptedOffice(head, tail) ? 'docx' : undefined;
  // RTF and PostScript are plain text, but users would see the markup.
  if (/^(?:\xef\xbb\xbf)?\s*(?:\{\\rtf|%!PS)/.test(header)) return undefined;
  return detectCharset(trimSample(head, sizeBytes)) === undefined ? undefined : 'txt';
}

/** Distinguishes web pages and Markdown from plain text. */
function sniffText(sample: Buffer, name: string): DocumentKind {
  const charset = detectCharset(sample) ?? 'utf-8';
  const text = decodeText(sample, charset === 'legacy' ? 'latin1' : charset);
  if (isWebPage(text) || (/\.x?html?$/i.test(name) && hasElements(text))) return 'html';
  return /\.(?:md|markdown|mdown)$/i.test(name) && hasMarkdownMarks(text) ? 'md' : 'txt';
}

/** Whether the header is a text that mentions "%PDF-1.7": it has words before it and no binary bytes. */
function isProse(header: string): boolean {
  const index = header.search(/%PDF-\d/);
  const [before, after] = [header.slice(0, index), header.slice(index)];
  return index > 0 && /\w/.test(before) && !/\bobj\b/.test(after) && !/[^\t\n\r\x20-\x7e]/.test(header);
}

/** Other kinds of Open Packaging Conventions files: Excel, PowerPoint, Visio, XPS, NuGet, 3MF. */
const otherPackagePattern = /^(?:xl|ppt|visio|3d)\/|\.(?:fdseq|nuspec|vsixmanifest)$/i;

/** Checks the entry names. A Word document usually has a "word" folder, but may have any. */
function isWordZip(head: Buffer, tail: Buffer): boolean {
  const names = readDirectoryNames(tail) ?? readEntryNames(head, 'PK\x03\x04', 26, 30);
  if (names.some((name) => otherPackagePattern.test(name))) return false;
  return (
    names.some((name) => /^word\//i.test(name)) ||
    ['[content_types].xml', '_rels/.rels'].every((part) => names.some((name) => name.toLowerCase() === part))
  );
}

/**
 * Reads the names in the central directory at the end (APPNOTE 4.3.12), which lists no entries of embedded archives. Returns
 * undefined if the file is truncated or has too many entries; then it still has some at the start.
 */
function readDirectoryNames(tail: Buffer): readonly string[] | undefined {
  const end = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (end < 0 || end + 16 > tail.length) return undefined;
  const start = end - tail.readUInt32LE(end + 12);
  return start < 0 ? undefined : readEntryNames(tail.subarray(start, end), 'PK\x01\x02', 28, 46);
}

function readEntryNames(bytes: Buffer, signature: string, lengthOffset: number, nameOffset: number): readonly string[] {
  const names: string[] = [];
  for (let index = bytes.indexOf(signature, 0, 'latin1'); index >= 0 && index + nameOffset <= bytes.length;) {
    const length = bytes.readUInt16LE(index + lengthOffset);
    names.push(bytes.toString('latin1', index + nameOffset, index + nameOffset + length));
    index = bytes.indexOf(signature, index + 4, 'latin1');
  }
  return names;
}

/** A password-protected Office document is an OLE container with this stream (MS-OFFCRYPTO 2.3.4). A .doc file has others. */
function isEncryptedOffice(head: Buffer, tail: Buffer): boolean {
  const stream = Buffer.from('EncryptedPackage', 'utf16le');
  return head.includes(stream) || tail.includes(stream);
}

/** Cuts the sample at a character boundary, so that an incomplete UTF-8 sequence or UTF-16 unit is not mistaken for binary data. */
function trimSample(head: Buffer, sizeBytes: number): Buffer {
  if (head.length === sizeBytes) return head;
  const lastLineEnd = head.lastIndexOf(0x0a);
  if (lastLineEnd > head.length / 2) return head.subarray(0, (lastLineEnd + 1) & ~1 || head.length);
  let end = head.length;
  while (end > head.length - 4 && ((head[end - 1] ?? 0) & 0xc0) === 0x80) end -= 1;
  return head.subarray(0, ((head[end - 1] ?? 0) & 0x80) === 0 ? end : end - 1);
}
