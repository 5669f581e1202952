import { acceptedFormats } from '../../../shared/knowledge/document-kinds.ts';

/** Result of checking the bytes of a file before the upload. With a warning, the user may add the file anyway. */
export type FileInspection =
  | { readonly verdict: 'accepted' }
  | { readonly verdict: 'warning'; readonly reason: string }
  | { readonly verdict: 'rejected'; readonly reason: string };

const acceptedTypesText = `Upload ${acceptedFormats}.`;

/** Checks a file by its bytes, regardless of its name. */
export function inspectBytes(bytes: Uint8Array): FileInspection {
  const head = decodeLatin1(bytes.subarray(0, 1024));
  if (head.includes('%PDF-')) return inspectPdf(bytes);
  if (head.startsWith('PK')) return inspectZip(bytes);
  if (head.startsWith('\u00d0\u00cf\u0011\u00e0')) return inspectCompoundFile(bytes);
  if (head.startsWith('{\\rtf')) return rejectFile(`RTF files are not supported. ${acceptedTypesText}`);
  return inspectText(bytes);
}

/** The trailer shows that a file is encrypted, but a file that only restricts printing opens without a password. */
function inspectPdf(bytes: Uint8Array): FileInspection {
  return hasEncryptEntry(bytes)
    ? { verdict: 'warning', reason: 'The PDF is protected. If it requires a password to open, it can’t be processed.' }
    : { verdict: 'accepted' };
}

function hasEncryptEntry(bytes: Uint8Array): boolean {
  // In slices, to avoid a string of 20 MB. They overlap by more than the length of an entry.
  const sliceBytes = 1 << 20;
  for (let start = 0; start < bytes.length; start += sliceBytes)
    if (/\/Encrypt\s*(?:\d+\s+\d+\s+R|<<)/.test(decodeLatin1(bytes.subarray(start, start + sliceBytes + 64))))
      return true;
  return false;
}

const archiveKinds = [
  ['xl/', 'Excel workbooks'],
  ['ppt/', 'PowerPoint presentations'],
  ['META-INF/', 'OpenDocument files and e-books'],
] as const;

function inspectZip(bytes: Uint8Array): FileInspection {
  const names = readZipNames(bytes);
  if (names === null) return rejectFile('The file is damaged or incomplete.');
  if (names.some((name) => name.startsWith('word/'))) return { verdict: 'accepted' };
  const kind = archiveKinds.find(([folder]) => names.some((name) => name.startsWith(folder)))?.[1];
  return rejectFile(`${kind ?? 'ZIP archives'} are not supported. ${acceptedTypesText}`);
}

/** Reads the entry names from the central directory of a ZIP archive (APPNOTE.TXT 4.3.12, 4.3.16). Returns null if there is none. */
function readZipNames(bytes: Uint8Array): readonly string[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEndOfDirectory(view);
  if (end === null) return null;
  const names: string[] = [];
  let offset = view.getUint32(end + 16, true);
  for (let remaining = view.getUint16(end + 10, true); remaining > 0; remaining -= 1) {
    if (offset + 46 > bytes.length || view.getUint32(offset, true) !== 0x02014b50) return null;
    const nameLength = view.getUint16(offset + 28, true);
    names.push(decodeLatin1(bytes.subarray(offset + 46, offset + 46 + nameLength)));
    offset += 46 + nameLength + view.getUint16(offset + 30, true) + view.getUint16(offset + 32, true);
  }
  return names;
}

function findEndOfDirectory(view: DataView): number | null {
  const recordLength = 22;
  const maxCommentLength = 0xffff;
  const firstOffset = Math.max(0, view.byteLength - recordLength - maxCommentLength);
  for (let offset = view.byteLength - recordLength; offset >= firstOffset; offset -= 1)
    if (view.getUint32(offset, true) === 0x06054b50) return offset;
  return null;
}

/** An OLE compound file contains an old Word document or a password-protected DOCX. */
function inspectCompoundFile(bytes: Uint8Array): FileInspection {
  const name = [...'EncryptedPackage'].join('\0');
  return decodeLatin1(bytes).includes(name)
    ? rejectFile('The document is password-protected. Remove the password, then add it again.')
    : rejectFile('Files of older Office versions are not supported. Save the document as DOCX, then add it again.');
}

function inspectText(bytes: Uint8Array): FileInspection {
  const sample = bytes.subarray(0, 64 * 1024);
  if (hasUtf16Mark(sample)) return { verdict: 'accepted' };
  let nulsEven = 0;
  let nulsOdd = 0;
  let controls = 0;
  for (const [index, byte] of sample.entries()) {
    if (byte === 0 && index % 2 === 0) nulsEven += 1;
    else if (byte === 0) nulsOdd += 1;
    else if (byte < 32 && !(byte >= 9 && byte <= 13) && byte !== 27) controls += 1;
  }
  const isUtf16 = Math.max(nulsEven, nulsOdd) > sample.length / 5 && Math.min(nulsEven, nulsOdd) < sample.length / 50;
  if (controls <= sample.length / 50 && (nulsEven + nulsOdd === 0 || isUtf16)) return { verdict: 'accepted' };
  return rejectFile(`Unsupported file type. ${acceptedTypesText}`);
}

function hasUtf16Mark(bytes: Uint8Array): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
}

function rejectFile(reason: string): FileInspection {
  return { verdict: 'rejected', reason };
}

const latin1 = new TextDecoder('latin1');

function decodeLatin1(bytes: Uint8Array): string {
  return latin1.decode(bytes);
}
