import type { BodyPiece } from '../docx/body-piece.ts';

const voidPattern = /^(?:br|hr|img|input|meta|link|area|col|wbr)$/;
export const blockPattern =
  /^(?:p|div|h[1-6]|li|ul|ol|dl|dt|dd|table|caption|tr|blockquote|pre|section|article|aside|main|nav|figure|figcaption|address|details|summary|form|fieldset|header|footer|hr|body)$/;
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
  sbquo: '‚',
  lsaquo: '‹',
  rsaquo: '›',
  frac12: '½',
  frac14: '¼',
  frac34: '¾',
  sup1: '¹',
  sup2: '²',
  sup3: '³',
  times: '×',
  divide: '÷',
  le: '≤',
  ge: '≥',
  ne: '≠',
  asymp: '≈',
  plusmn: '±',
  szlig: 'ß',
  aelig: 'æ',
  AElig: 'Æ',
  oelig: 'œ',
  OElig: 'Œ',
  eth: 'ð',
  ETH: 'Ð',
  thorn: 'þ',
  THORN: 'Þ',
  oslash: 'ø',
  Oslash: 'Ø',
  aring: 'å',
  para: '¶',
  sect: '§',
  middot: '·',
  rarr: '→',
  larr: '←',
  minus: '−',
  iexcl: '¡',
  iquest: '¿',
  ordf: 'ª',
  ordm: 'º',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
  dagger: '†',
  prime: '′',
  permil: '‰',
  infin: '∞',
  micro: 'µ',
};

/** Elements that do not show their text, or strike it out. */
const hiddenPattern =
  /^(?:s|del|strike|script|style|head|title|template|noscript|iframe|object|select|textarea|svg|math)$/;
const hiddenStyle = /display\s*:\s*none|visibility\s*:\s*hidden|line-through/i;
const attributePattern = /([^\s"'>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;

/**
 * Whether an element is hidden by its own attributes. Style sheets hide answers and tabs until they are opened, so what they hide is
 * read, and so is what a search in the page reveals.
 */
function isHiddenByAttributes(attributes: string): boolean {
  if (!/hidden|style/i.test(attributes)) return false;
  return [...attributes.matchAll(attributePattern)].some(([, name = '', ...values]) => {
    const value = values.find((one) => one !== undefined) ?? '';
    return /^hidden$/i.test(name) ? !/^until-found$/i.test(value) : /^style$/i.test(name) && hiddenStyle.test(value);
  });
}

/** A longer value in quotes has lost its end. */
const maxValueLength = 100_000;

/** The text of these elements is no markup. */
const rawPattern = /^(?:script|style|textarea|title|iframe|noscript)$/;

/** Whether a hidden element ends here although it has no end tag, which these elements may leave out. */
function endsHidden(hidden: string, { name, isEnd }: Markup): boolean {
  if (hidden === 'head') return !isEnd && (name === 'body' || blockPattern.test(name));
  if (hidden === 'p') return blockPattern.test(name) && !(isEnd && name === 'p');
  return /^(?:p|dt|dd|td|th|tr)$/.test(hidden) && !isEnd && name === hidden;
}

/** The text of links to the place itself, which follow headings. */
const placeMark = /^\s*[#¶§\u{1f517}]\s*$/u;

/** Reads the text of a web page. Scripts, styles and what is hidden are left out. */
export function readHtml(source: string): readonly BodyPiece[] {
  const pieces: BodyPiece[] = [];
  /** For each open list, the number of its last item; undefined if it has bullets. */
  const lists: (number | undefined)[] = [];
  let hidden: { readonly name: string; depth: number } | undefined;
  let text = '';
  let kind: BodyPiece['kind'] = 'paragraph';
  let isInRow = false;
  let isPreformatted = false;
  /** Where the text of a link to a place in a page begins; -1 outside of one. */
  let linkStart = -1;
  const finish = () => {
    pieces.push(...(isPreformatted ? toPreformatted(text) : toPiece(kind, text)));
    text = '';
    kind = 'paragraph';
    linkStart = -1;
  };
  for (const markup of scanMarkup(source)) {
    const { name, isEnd, attributes, chars } = markup;
    if (hidden && name !== '' && endsHidden(hidden.name, markup)) hidden = undefined;
    if (hidden) {
      if (name === hidden.name) hidden.depth += isEnd ? -1 : 1;
      if (hidden.depth === 0) hidden = undefined;
    } else if (name === '') text += decodeEntities(chars);
    else if (!isEnd && !voidPattern.test(name) && (hiddenPattern.test(name) || isHiddenByAttributes(attributes)))
      hidden = { name, depth: 1 };
    else if (name === 'tr') {
      finish();
      isInRow = !isEnd;
      if (isInRow) kind = 'row';
    } else if (isInRow && /^t[dh]$/.test(name)) text += !isEnd && text !== '' ? ' | ' : '';
    else if (name === 'br' || (isInRow && blockPattern.test(name))) text += ' ';
    else if (blockPattern.test(name)) {
      finish();
      if (name === 'pre') isPreformatted = !isEnd;
      if (/^h[1-6]$/.test(name) && !isEnd) kind = 'heading';
      if (name === 'ol' || name === 'ul') {
        if (isEnd) lists.pop();
        else lists.push(name === 'ol' ? readFirstNumber(attributes) - 1 : undefined);
      }
      const last = lists.at(-1);
      if (name === 'li' && !isEnd && last !== undefined) {
        lists[lists.length - 1] = last + 1;
        text = `${last + 1}. `;
      }
    } else if (name === 'a') {
      if (isEnd && linkStart >= 0 && placeMark.test(text.slice(linkStart))) text = text.slice(0, linkStart);
      linkStart = !isEnd && /\shref\s*=\s*["']?[^\s"']{0,300}#/i.test(attributes) ? text.length : -1;
    } else if (name === 'sup' && !isEnd) text += '^';
  }
  finish();
  return pieces;
}

/** Returns the number of the first item of a list. */
const readFirstNumber = (attributes: string) => Number(/\sstart\s*=\s*["']?(\d{1,6})/i.exec(attributes)?.[1] ?? 1);

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
      const end = isComment ? source.indexOf('-->', start) : findTagEnd(source, start);
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
      if (name !== undefined && slash === '' && rawPattern.test(name.toLowerCase()))
        index = findEndTag(source, name, index);
    }
  }
}

/** Returns where a tag ends, which may contain ">" in a quoted value; -1 if it does not end. */
function findTagEnd(source: string, start: number): number {
  const first = source.indexOf('>', start);
  let from = start;
  for (let end = first; end >= 0; end = source.indexOf('>', from)) {
    const opened = /=\s*(["'])/.exec(source.slice(from, end));
    if (!opened) return end;
    const [before, quote = ''] = opened;
    const valueStart = from + opened.index + before.length;
    const close = source.indexOf(quote, valueStart);
    if (close < 0 || close - valueStart > maxValueLength) break;
    from = close + 1;
  }
  return first;
}

/** Returns where the end tag of a raw text begins; the end of the source if it has none. */
function findEndTag(source: string, name: string, from: number): number {
  const pattern = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  pattern.lastIndex = from;
  return pattern.exec(source)?.index ?? source.length;
}

/** Keeps the lines. */
function toPreformatted(text: string): readonly BodyPiece[] {
  const trimmed = text.replace(/^[ \t]*\n/, '').trimEnd();
  return trimmed.trim() === '' ? [] : [{ kind: 'paragraph', text: trimmed }];
}

function toPiece(kind: BodyPiece['kind'], text: string): readonly BodyPiece[] {
  const trimmed = text.replaceAll(/\s+/g, ' ').trim();
  return trimmed === '' ? [] : [{ kind, text: trimmed }];
}

export function decodeEntities(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi,
    (match, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return entities[name] ?? composeLetter(name) ?? match;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : '';
    },
  );
}

const accents: Readonly<Record<string, string>> = {
  grave: '\u0300',
  acute: '\u0301',
  circ: '\u0302',
  tilde: '\u0303',
  uml: '\u0308',
  ring: '\u030a',
  caron: '\u030c',
  cedil: '\u0327',
};

/** Returns the letter of a name such as `eacute`. */
function composeLetter(name: string): string | undefined {
  const accent = accents[name.slice(1)];
  return accent && /^[a-z]/i.test(name) ? `${name.slice(0, 1)}${accent}`.normalize('NFC') : undefined;
}
