import { TextDecoder } from 'node:util';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { ParseError } from '../parse-protocol.ts';

/** An element. Names of elements and attributes have no prefix. */
export type XmlElement = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
};

export type XmlHandler = {
  readonly open: (element: XmlElement) => void;
  readonly close: (name: string) => void;
  readonly text?: (text: string) => void;
};

/** Parses a part of an Office document. Yields after each piece, so that the caller can process the output of the handler. */
export async function* readXml(
  bytes: AsyncIterable<Buffer>,
  handler: XmlHandler,
  maxDepth: number,
): AsyncGenerator<void> {
  const parser = createParser(handler, maxDepth);
  let decoder: TextDecoder | undefined;
  try {
    for await (const chunk of bytes) {
      decoder ??= new TextDecoder(detectEncoding(chunk));
      parser.write(decoder.decode(chunk, { stream: true }));
      yield;
    }
    parser.write(decoder?.decode() ?? '').close();
  } catch (cause) {
    if (cause instanceof ParseError) throw cause;
    throw createMalformedError(cause);
  }
  yield;
}

/** Parses a part to its end. */
export async function drainXml(bytes: AsyncIterable<Buffer>, handler: XmlHandler, maxDepth: number): Promise<void> {
  const pieces = readXml(bytes, handler, maxDepth);
  while (!(await pieces.next()).done);
}

function createParser(handler: XmlHandler, maxDepth: number): SaxesParser {
  const parser = new SaxesParser();
  let depth = 0;
  parser.on('opentag', (tag) => {
    depth += 1;
    if (depth > maxDepth) {
      throw new ParseError(
        'too_complex',
        'The Word document is nested too deeply. Save it again in Word and upload the new file.',
      );
    }
    handler.open(toElement(tag));
  });
  parser.on('closetag', (tag) => {
    depth -= 1;
    handler.close(getLocalName(tag.name));
  });
  const { text } = handler;
  if (text) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  // ECMA-376 part 2, 8.1.4 forbids it, and entities could expand a small file to a very large one.
  parser.on('doctype', () => {
    throw createMalformedError(new Error('Document type declarations are not allowed.'));
  });
  parser.on('error', (error) => {
    throw createMalformedError(error);
  });
  return parser;
}

function toElement({ name, attributes }: SaxesTagPlain): XmlElement {
  const plain: Record<string, string> = {};
  for (const [key, value] of Object.entries(attributes)) plain[getLocalName(key)] = value;
  return { name: getLocalName(name), attributes: plain };
}

function getLocalName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Detects the encoding by the byte order mark, the zeros in the first characters or the XML declaration (XML 1.0, appendix F). */
function detectEncoding(chunk: Buffer): string {
  if ((chunk[0] === 0xff && chunk[1] === 0xfe) || (chunk[0] === 0x3c && chunk[1] === 0)) return 'utf-16le';
  if ((chunk[0] === 0xfe && chunk[1] === 0xff) || (chunk[0] === 0 && chunk[1] === 0x3c)) return 'utf-16be';
  const declaration = chunk.subarray(0, 200).toString('latin1');
  const declared = /^<\?xml[^>]*\sencoding=["']([\w.-]+)["']/.exec(declaration)?.[1] ?? 'utf-8';
  // Word writes the name of the encoding, but not always in it.
  return /^utf-16/i.test(declared) ? 'utf-8' : declared;
}

function createMalformedError(cause: unknown): ParseError {
  return new ParseError(
    'unreadable',
    'The Word document is damaged. Open it in Word, save it again and upload the new file.',
    { cause },
  );
}
