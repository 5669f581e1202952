import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import Pdf from 'pdfkit';
import { onTestFinished } from 'vitest';

/** Writes bytes to a temporary file, which is removed after the current test. */
export function writeTemporary(bytes: Uint8Array | string, name = 'file'): string {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-parsing-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

/** Creates a PDF with a text on each page. A null page has a drawing and no text. */
export async function makePdf(
  pages: readonly (string | null)[],
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Buffer> {
  const document = new Pdf({ ...options, autoFirstPage: false });
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  const finished = new Promise<void>((resolve) => document.on('end', resolve));
  for (const text of pages) {
    document.addPage();
    if (text === null) document.rect(100, 100, 200, 200).fill();
    else document.text(text);
  }
  document.end();
  await finished;
  return Buffer.concat(parts);
}

type ZipPart = {
  readonly name: string;
  readonly bytes: Uint8Array | string;
  readonly declaredBytes?: number;
  readonly isStored?: boolean;
};

/** Creates a ZIP archive of deflated or stored parts. `declaredBytes` declares a false size. */
export function makeZip(parts: readonly ZipPart[]): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes, declaredBytes, isStored = false } of parts) {
    const raw = Buffer.from(bytes);
    const packed = isStored ? raw : deflateRawSync(raw);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(isStored ? 0 : 8, 4);
    fields.writeUInt32LE(crc32(raw), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(declaredBytes ?? raw.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed]);
    const position = Buffer.alloc(14);
    position.writeUInt32LE(offset, 10);
    centrals.push(
      Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), fields, position, Buffer.from(name)]),
    );
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

const namespaces = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"',
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"',
  'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"',
  'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"',
].join(' ');

/** Creates a DOCX from the WordprocessingML of its body and other parts. */
export function makeDocx(body: string, others: readonly ZipPart[] = []): Buffer {
  const document = `<?xml version="1.0"?><w:document ${namespaces}><w:body>${body}</w:body></w:document>`;
  return makeZip([{ name: 'word/document.xml', bytes: document }, ...others]);
}

/** Creates parts of a document by the kind of their relationship, and the relationships with the ids r1, r2, … */
export function makeRelatedParts(parts: Readonly<Record<string, string | Uint8Array>>): readonly ZipPart[] {
  const entries = Object.entries(parts);
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/';
  const relationships = entries.map(
    ([kind], index) => `<Relationship Id="r${index + 1}" Type="${type}${kind}" Target="${kind}.part"/>`,
  );
  return [
    ...entries.map(([kind, content]) => ({ name: `word/${kind}.part`, bytes: content })),
    {
      name: 'word/_rels/document.xml.rels',
      bytes: `<Relationships>${relationships.join('')}</Relationships>`,
    },
  ];
}

/** Creates the root element of a part. */
export function makePart(name: string, content: string): string {
  return `<${name} ${namespaces}>${content}</${name}>`;
}

/** Creates a styles part with its relationship. */
export function makeStyles(styles: string): readonly ZipPart[] {
  return makeRelatedParts({ styles: makePart('w:styles', styles) });
}

/** Creates an OLE container with a stream name, as Office writes it for a password-protected document. */
export function makeEncryptedOffice(stream = 'EncryptedPackage'): Buffer {
  const signature = Buffer.from('d0cf11e0a1b11ae1', 'hex');
  return Buffer.concat([signature, Buffer.alloc(1016), Buffer.from(stream, 'utf16le'), Buffer.alloc(2000)]);
}

/** Creates a PDF of one page with a content stream and a font that PDF libraries would not write. */
export function makeRawPdf(content: Buffer, streamEntries: string, font: string): Buffer<ArrayBuffer> {
  const head = [
    '%PDF-1.7',
    '1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj',
    '2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj',
    '3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources <</Font <</F 5 0 R>>>>>> endobj',
    `5 0 obj ${font} endobj`,
    `4 0 obj <</Length ${content.length} ${streamEntries}>> stream\n`,
  ].join('\n');
  return Buffer.concat([
    Buffer.from(head),
    content,
    Buffer.from('\nendstream endobj\ntrailer <</Root 1 0 R>>\nstartxref\n0\n%%EOF\n'),
  ]);
}
