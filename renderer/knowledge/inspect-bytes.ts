/** What the bytes of a file say before it is sent; `doubtful` may still be added. */
export type FileInspection =
  | { readonly verdict: 'fine' }
  | { readonly verdict: 'doubtful'; readonly reason: string }
  | { readonly verdict: 'refused'; readonly reason: string };

const acceptedTypesText = 'PDF, DOCX and TXT are.';

/** Tells the type of a file by its bytes; the name plays no part. */
export function inspectBytes(bytes: Uint8Array): FileInspection {
  const head = decodeLatin1(bytes.subarray(0, 1024));
  if (head.includes('%PDF-')) return inspectPdf(bytes);
  if (head.startsWith('PK')) return inspectZip(bytes);
  if (head.startsWith('\u00d0\u00cf\u0011\u00e0')) return inspectCompoundFile(bytes);
  if (head.startsWith('{\\rtf')) return rejectFile(`This is an RTF file, which is not read. ${acceptedTypesText}`);
  return inspectText(bytes);
}

/** Encryption is told by the trailer; a file that only restricts printing opens without a password, so it may be tried. */
function inspectPdf(bytes: Uint8Array): FileInspection {
  return hasEncryptEntry(bytes)
    ? { verdict: 'doubtful', reason: 'The PDF is protected. If it opens only with a password, it cannot be read.' }
    : { verdict: 'fine' };
}

function hasEncryptEntry(bytes: Uint8Array): boolean {
  // In slices, overlapping by more than an entry is long, so that no 20 MB string is made.
  const sliceBytes = 1 << 20;
  for (let start = 0; start < bytes.length; start += sliceBytes)
    if (/\/Encrypt\s*(?:\d+\s+\d+\s+R|<<)/.test(decodeLatin1(bytes.subarray(start, start + sliceBytes + 64))))
      return true;
  return false;
}

const officeFolders = [
  ['xl/', 'an Excel workbook'],
  ['ppt/', 'a PowerPoint presentation'],
  ['META-INF/', 'an OpenDocument file or an e-book'],
] as const;

function inspectZip(bytes: Uint8Array): FileInspection {
  const names = readZipNames(bytes);
  if (names === null) return rejectFile('The file is a damaged or cut-off archive.');
  if (names.some((name) => name.startsWith('word/'))) return { verdict: 'fine' };
  const kind = officeFolders.find(([folder]) => names.some((name) => name.startsWith(folder)))?.[1];
  return rejectFile(`This is ${kind ?? 'a ZIP archive'}, which is not read. ${acceptedTypesText}`);
}

/** The names in a ZIP archive's central directory (APPNOTE.TXT 4.3.12, 4.3.16), or null where there is none. */
function readZipNames(bytes: Uint8Array): readonly string[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEndOfDirectory(view);
  if (end === null) return null;
  const names: string[] = [];
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== 0x02014b50) return null;
    const nameLength = view.getUint16(at + 28, true);
    names.push(decodeLatin1(bytes.subarray(at + 46, at + 46 + nameLength)));
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return names;
}

function findEndOfDirectory(view: DataView): number | null {
  const recordLength = 22;
  const longestComment = 0xffff;
  const first = Math.max(0, view.byteLength - recordLength - longestComment);
  for (let at = view.byteLength - recordLength; at >= first; at -= 1)
    if (view.getUint32(at, true) === 0x06054b50) return at;
  return null;
}

/** An OLE compound file holds an old Word document, or a DOCX behind a password. */
function inspectCompoundFile(bytes: Uint8Array): FileInspection {
  const name = [...'EncryptedPackage'].join('\0');
  return decodeLatin1(bytes).includes(name)
    ? rejectFile('The document is locked with a password. Save it without one, then add it again.')
    : rejectFile('This is a file of an older Office version. Save it as DOCX, then add it again.');
}

function inspectText(bytes: Uint8Array): FileInspection {
  const sample = bytes.subarray(0, 64 * 1024);
  if (hasUtf16Mark(sample)) return { verdict: 'fine' };
  let nulsEven = 0;
  let nulsOdd = 0;
  let controls = 0;
  for (const [index, byte] of sample.entries()) {
    if (byte === 0 && index % 2 === 0) nulsEven += 1;
    else if (byte === 0) nulsOdd += 1;
    else if (byte < 32 && !(byte >= 9 && byte <= 13) && byte !== 27) controls += 1;
  }
  const isUtf16 = Math.max(nulsEven, nulsOdd) > sample.length / 5 && Math.min(nulsEven, nulsOdd) < sample.length / 50;
  if (controls <= sample.length / 50 && (nulsEven + nulsOdd === 0 || isUtf16)) return { verdict: 'fine' };
  return rejectFile(`This type of file is not read. ${acceptedTypesText}`);
}

function hasUtf16Mark(bytes: Uint8Array): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
}

function rejectFile(reason: string): FileInspection {
  return { verdict: 'refused', reason };
}

const latin1 = new TextDecoder('latin1');

function decodeLatin1(bytes: Uint8Array): string {
  return latin1.decode(bytes);
}
