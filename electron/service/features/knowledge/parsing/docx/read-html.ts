import { decodeText, detectCharset } from '../detect-charset.ts';
import type { BodyPiece } from './body-piece.ts';

const hiddenElements = /<(script|style|head|title|template|noscript|select|textarea|svg)\b[^>]*>[\s\S]*?<\/\1\s*>/gi;
const comments = /<!--[\s\S]*?-->|<![^>]*>|<\?[^>]*>/g;
const blockPattern =
  /^(?:p|div|h[1-6]|li|ul|ol|dl|dt|dd|table|tr|blockquote|pre|section|article|header|footer|hr|body)$/;
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  shy: '\u00ad',
  euro: '€',
  pound: '£',
  yen: '¥',
  cent: '¢',
  copy: '©',
  reg: '®',
  trade: '™',
  deg: '°',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  bull: '•',
  laquo: '«',
  raquo: '»',
  ldquo: '“',
  rdquo: '”',
  lsquo: '‘',
  rsquo: '’',
  bdquo: '„',
  frac12: '½',
  frac14: '¼',
  frac34: '¾',
  sup2: '²',
  sup3: '³',
  times: '×',
  le: '≤',
  ge: '≥',
  ne: '≠',
  plusmn: '±',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  ccedil: 'ç',
  ntilde: 'ñ',
};

/** Reads the text of a web page or of plain text that is embedded in a document. */
export function readHtml(bytes: Buffer, isHtml: boolean): readonly BodyPiece[] {
  const charset = detectCharset(bytes);
  if (charset === undefined) return [];
  const source = decodeText(bytes, charset === 'legacy' ? 'windows-1252' : charset);
  if (!isHtml) return source.split(/\n\s*\n/).flatMap((text) => toPiece('paragraph', text));
  return readMarkup(source.replace(comments, '').replace(hiddenElements, ''));
}

function readMarkup(markup: string): readonly BodyPiece[] {
  const pieces: BodyPiece[] = [];
  let text = '';
  let kind: BodyPiece['kind'] = 'paragraph';
  let isInRow = false;
  const finish = () => {
    pieces.push(...toPiece(kind, text));
    text = '';
    kind = 'paragraph';
  };
  for (const [, end = '', tag = '', chars = ''] of markup.matchAll(/<(\/?)([a-z][\w:-]*)[^>]*>|([^<]+|<)/gi)) {
    const name = tag.toLowerCase();
    if (name === 'tr') {
      finish();
      isInRow = end === '';
      if (isInRow) kind = 'row';
    } else if (isInRow && /^t[dh]$/.test(name)) text += end === '' && text.trim() !== '' ? ' | ' : '';
    else if (name === 'br' || (isInRow && blockPattern.test(name))) text += ' ';
    else if (blockPattern.test(name)) {
      finish();
      if (/^h[1-6]$/.test(name) && end === '') kind = 'heading';
    } else if (name === 'sup' && end === '') text += '^';
    else text += decodeEntities(chars);
  }
  finish();
  return pieces;
}

function toPiece(kind: BodyPiece['kind'], text: string): readonly BodyPiece[] {
  const trimmed = text.replaceAll(/\s+/g, ' ').trim();
  return trimmed === '' ? [] : [{ kind, text: trimmed }];
}

function decodeEntities(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi,
    (match, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return entities[name] ?? match;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : '';
    },
  );
}
