import { open } from 'node:fs/promises';
import type { DocumentKind } from '../../../../../shared/knowledge.ts';
import { detectCharset } from './decode-text.ts';

const sampleBytes = 256 * 1024;
/** Readers take a PDF whose header follows some junk, as mail gateways and web servers leave it. */
const pdfHeaderSearchBytes = 1024;

/** What a file is by its bytes; undefined for anything that is not a PDF, a DOCX or plain text, and for an empty file. */
export async function sniffDocument(path: string): Promise<DocumentKind | undefined> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const read = async (position: number, length: number) => {
      const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - position)));
      const { bytesRead } = await file.read(bytes, 0, bytes.length, position);
      return bytes.subarray(0, bytesRead);
    };
    return sniffBytes(await read(0, sampleBytes), await read(Math.max(0, size - sampleBytes), sampleBytes), size);
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
  // Text by its bytes, but written for a program: what the reader would see is markup.
  if (/^(?:\xef\xbb\xbf)?\s*(?:\{\\rtf|%!PS)/.test(header)) return undefined;
  return detectCharset(trimSample(head, sizeBytes)) === undefined ? undefined : 'txt';
}

/** A text that speaks of "%PDF-1.7" in its first lines: words before it, and no binary byte in all of the beginning. */
function isProse(header: string): boolean {
  const at = header.search(/%PDF-\d/);
  return (
    at > 0 && /\w/.test(header.slice(0, at)) && !/\bobj\b/.test(header.slice(at)) && !/[^\t\n\r\x20-\x7e]/.test(header)
  );
}

/** By the names of its entries: the central directory at the end lists them all, the beginning of a cut file still has some. */
function isWordZip(head: Buffer, tail: Buffer): boolean {
  const names = [...readEntryNames(head, 'PK\x03\x04', 26, 30), ...readEntryNames(tail, 'PK\x01\x02', 28, 46)];
  if (names.some((name) => /^(?:xl|ppt)\//i.test(name))) return false;
  return names.some((name) => /^word\//i.test(name));
}

function readEntryNames(bytes: Buffer, signature: string, lengthAt: number, nameAt: number): readonly string[] {
  const names: string[] = [];
  for (let at = bytes.indexOf(signature, 0, 'latin1'); at >= 0 && at + nameAt <= bytes.length;) {
    const length = bytes.readUInt16LE(at + lengthAt);
    names.push(bytes.toString('latin1', at + nameAt, at + nameAt + length));
    at = bytes.indexOf(signature, at + 4, 'latin1');
  }
  return names;
}

/** An Office document under a password is an OLE container with these streams (MS-OFFCRYPTO 2.3.4); a .doc has others. */
function isEncryptedOffice(head: Buffer, tail: Buffer): boolean {
  const stream = Buffer.from('EncryptedPackage', 'utf16le');
  return head.includes(stream) || tail.includes(stream);
}

/** A sample that ends where a character ends, so that a cut UTF-8 sequence or UTF-16 unit does not look like rubbish. */
function trimSample(head: Buffer, sizeBytes: number): Buffer {
  if (head.length === sizeBytes) return head;
  const lastLineEnd = head.lastIndexOf(0x0a);
  if (lastLineEnd > head.length / 2) return head.subarray(0, (lastLineEnd + 1) & ~1 || head.length);
  let end = head.length;
  while (end > head.length - 4 && ((head[end - 1] ?? 0) & 0xc0) === 0x80) end -= 1;
  return head.subarray(0, ((head[end - 1] ?? 0) & 0x80) === 0 ? end : end - 1);
}
