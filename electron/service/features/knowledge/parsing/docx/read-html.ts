import type { BodyPiece } from './body-piece.ts';

const voidPattern = /^(?:br|hr|img|input|meta|link|area|col|wbr)$/;
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

/** Elements that do not show their text, or strike it out. */
const hiddenPattern = /^(?:s|del|strike|script|style|head|template|noscript|select|textarea|svg)$/;
const hiddenAttributes =
  /\shidden\b|style\s*=\s*["'][^"']*(?:display\s*:\s*none|visibility\s*:\s*hidden|line-through)/i;

/** Reads the text of a web page. */
export function readHtml(source: string): readonly BodyPiece[] {
  const pieces: BodyPiece[] = [];
  /** For each open list, the number of its last item; undefined if it has bullets. */
  const lists: (number | undefined)[] = [];
  let hidden: { readonly name: string; depth: number } | undefined;
  let text = '';
  let kind: BodyPiece['kind'] = 'paragraph';
  let isInRow = false;
  const finish = () => {
    pieces.push(...toPiece(kind, text));
    text = '';
    kind = 'paragraph';
  };
  for (const { name, isEnd, attributes, chars } of scanMarkup(source)) {
    if (hidden) {
      if (name === hidden.name) hidden.depth += isEnd ? -1 : 1;
      if (hidden.depth === 0) hidden = undefined;
    } else if (name === '') text += decodeEntities(chars);
    else if (!isEnd && !voidPattern.test(name) && (hiddenPattern.test(name) || hiddenAttributes.test(attributes)))
      hidden = { name, depth: 1 };
    else if (name === 'tr') {
      finish();
      isInRow = !isEnd;
      if (isInRow) kind = 'row';
    } else if (isInRow && /^t[dh]$/.test(name)) text += !isEnd && text !== '' ? ' | ' : '';
    else if (name === 'br' || (isInRow && blockPattern.test(name))) text += ' ';
    else if (blockPattern.test(name)) {
      finish();
      if (/^h[1-6]$/.test(name) && !isEnd) kind = 'heading';
      if (name === 'ol' || name === 'ul') {
        if (isEnd) lists.pop();
        else lists.push(name === 'ol' ? 0 : undefined);
      }
      const last = lists.at(-1);
      if (name === 'li' && !isEnd && last !== undefined) {
        lists[lists.length - 1] = last + 1;
        text = `${last + 1}. `;
      }
    } else if (name === 'sup' && !isEnd) text += '^';
  }
  finish();
  return pieces;
}

type Markup = { readonly name: string; readonly isEnd: boolean; readonly attributes: string; readonly chars: string };

function createText(chars: string): Markup {
  return { name: '', isEnd: false, attributes: '', chars };
}

/** Yields the tags and the texts between them, which have no name. Skips comments and declarations. */
function* scanMarkup(source: string): Generator<Markup> {
  for (let index = 0; index < source.length;) {
    const start = source.indexOf('<', index);
    yield createText(source.slice(index, start < 0 ? undefined : start));
    if (start < 0) return;
    const [, slash = '', name] = /^<(\/?)([a-z][\w:-]*)/i.exec(source.slice(start, start + 32)) ?? [];
    if (name === undefined && !/^<[!?]/.test(source.slice(start, start + 2))) {
      yield createText('<');
      index = start + 1;
    } else {
      const isComment = source.startsWith('<!--', start);
      const end = source.indexOf(isComment ? '-->' : '>', start);
      if (end < 0) return;
      const nameEnd = start + 1 + slash.length + (name?.length ?? 0);
      if (name !== undefined)
        yield {
          name: name.toLowerCase(),
          isEnd: slash !== '',
          attributes: source.slice(nameEnd, Math.min(end, nameEnd + 2000)),
          chars: '',
        };
      index = end + (isComment ? 3 : 1);
    }
  }
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
