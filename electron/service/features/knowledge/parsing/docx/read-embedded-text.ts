import iconv from 'iconv-lite';
import { decodeText, detectCharset } from '../detect-charset.ts';
import type { BodyPiece } from './body-piece.ts';
import { readHtml, type OnStruck } from '../html/read-html.ts';
import { readRtf } from './read-rtf.ts';

/** Reads a web page, a web archive, Rich Text or plain text that is embedded in a document. Returns no pieces if it is anything else. */
export async function readEmbeddedText(bytes: Buffer, onStruck: OnStruck): Promise<readonly BodyPiece[]> {
  const start = bytes
    .toString('latin1', 0, 1024)
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart();
  if (start.startsWith('{\\rtf')) return readRtf(bytes.toString('latin1'));
  if (/^[\w-]+:/.test(start) && /^mime-version:/im.test(start)) return readWebArchive(bytes, onStruck);
  const text = await decode(bytes);
  if (start.startsWith('<')) return readHtml(text, onStruck);
  return text.split(/\r?\n\s*\n/).flatMap((part) => {
    const trimmed = part.replaceAll(/\s+/g, ' ').trim();
    return trimmed === '' ? [] : [{ kind: 'paragraph', text: trimmed } as const];
  });
}

async function decode(bytes: Buffer, declared?: string): Promise<string> {
  const detected = detectCharset(bytes);
  if (detected === undefined) return '';
  if (detected !== 'legacy') return decodeText(bytes, detected);
  const start = bytes.toString('latin1', 0, 2048);
  const charset = declared ?? /<meta[^>]+charset=["']?\s*([\w-]+)/i.exec(start)?.[1];
  if (charset !== undefined && iconv.encodingExists(charset)) return decodeText(bytes, charset);
  const { detectLegacyCharset } = await import('../detect-legacy-charset.ts');
  return decodeText(bytes, detectLegacyCharset(bytes).charset);
}

/** Reads the first web page in an archive (RFC 2557). */
async function readWebArchive(bytes: Buffer, onStruck: OnStruck): Promise<readonly BodyPiece[]> {
  const source = bytes.toString('latin1');
  const boundary = /boundary="?([^"\s;]+)"?/i.exec(source.slice(0, 4096))?.[1];
  const parts = boundary === undefined ? [source] : source.split(`--${boundary}`);
  for (const part of parts) {
    const [, headers = '', body = ''] = /^([\s\S]*?)\r?\n\r?\n([\s\S]*)$/.exec(part.trimStart()) ?? [];
    if (!/^content-type:\s*text\/html/im.test(headers)) continue;
    const charset = /charset="?([\w-]+)/i.exec(headers)?.[1];
    return readHtml(await decode(decodeTransfer(body, headers), charset), onStruck);
  }
  return [];
}

function decodeTransfer(body: string, headers: string): Buffer {
  const encoding = /^content-transfer-encoding:\s*([\w-]+)/im.exec(headers)?.[1]?.toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1');
  const decoded = body
    .replaceAll(/=[ \t]*\r?\n/g, '')
    .replaceAll(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
  return Buffer.from(decoded, 'latin1');
}
