import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { SaxesParser } from 'saxes';
import { fromBufferPromise } from 'yauzl';

/**
 * Returns the text of a demo file with white space collapsed. Uses the libraries directly, so that the files are checked
 * independently of the application's parsers.
 */
export async function readDemoText(folder: string, file: string): Promise<string> {
  const bytes = await readFile(join(folder, file));
  const text = await read(extname(file), bytes);
  return text.replace(/\s+/g, ' ').trim();
}

async function read(extension: string, bytes: Buffer): Promise<string> {
  switch (extension) {
    case '.pdf':
      return readPdf(bytes);
    case '.docx':
      return readDocx(bytes);
    default:
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  }
}

async function readPdf(bytes: Buffer): Promise<string> {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const document = await loading.promise;
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const content = await (await document.getPage(number)).getTextContent();
    pages.push(content.items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''));
  }
  await loading.destroy();
  return pages.join('\n');
}

async function readDocx(bytes: Buffer): Promise<string> {
  const zip = await fromBufferPromise(bytes);
  const parts: string[] = [];
  for await (const entry of zip.eachEntry()) {
    if (!/^word\/(document|footnotes|header\d+|footer\d+)\.xml$/.test(entry.fileName)) continue;
    const stream = await zip.openReadStreamPromise(entry);
    const pieces: Buffer[] = [];
    for await (const piece of stream) pieces.push(Buffer.from(piece));
    parts.push(readWordXml(Buffer.concat(pieces).toString('utf8')));
  }
  return parts.join('\n');
}

function readWordXml(xml: string): string {
  const parser = new SaxesParser();
  let text = '';
  let isInText = false;
  parser.on('opentag', ({ name }) => {
    if (name === 'w:t') isInText = true;
  });
  parser.on('text', (piece) => {
    if (isInText) text += piece;
  });
  parser.on('closetag', ({ name }) => {
    if (name === 'w:t') isInText = false;
    if (name === 'w:p') text += '\n';
  });
  parser.write(xml).close();
  return text;
}
