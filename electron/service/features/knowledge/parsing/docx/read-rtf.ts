import type { BodyPiece } from './body-piece.ts';
import { addSpan, joinSpans, type TextSpan } from './paragraph-text.ts';
import { createRtfFonts } from './rtf-fonts.ts';

/** The state that a group inherits from the group around it. */
type GroupState = {
  isSkipped: boolean;
  isHidden: boolean;
  isStruck: boolean;
  position: TextSpan['position'];
  /** How many characters follow a Unicode character for programs that do not know it. */
  fallbackChars: number;
  /** The number of the font; undefined for the first one of the document. */
  font: number | undefined;
  isInFontTable: boolean;
};

/** Groups that have no text of the document. */
const skippedGroups =
  /^(?:fonttbl|colortbl|stylesheet|info|pict|object|header[lrf]?|footer[lrf]?|listtable|listoverridetable|revtbl|rsidtbl|generator|themedata|fldinst|nonshppict|xe|tc|annotation|listtext)$/;
const characters: Readonly<Record<string, string>> = {
  tab: '\t',
  line: '\n',
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  emspace: ' ',
  enspace: ' ',
  '~': ' ',
  _: '-',
  '{': '{',
  '}': '}',
  '\\': '\\',
};
const tokenPattern = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([\da-f]{2})|\\([^a-z])|([{}])|[\r\n]+|([^\\{}\r\n]+)/gi;
const maxGroups = 1000;

/** Reads a text in the Rich Text Format: its paragraphs, and the rows of its tables. */
export function readRtf(source: string): readonly BodyPiece[] {
  const pieces: BodyPiece[] = [];
  const groups: GroupState[] = [];
  let state: GroupState = {
    isSkipped: false,
    isHidden: false,
    isStruck: false,
    position: 'baseline',
    fallbackChars: 1,
    font: undefined,
    isInFontTable: false,
  };
  const fonts = createRtfFonts();
  let spans: TextSpan[] = [];
  let cells: string[] = [];
  let bytes: number[] = [];
  let skippedChars = 0;
  let isDestination = false;

  const append = (text: string) => {
    const isShown = !state.isSkipped && !state.isHidden && !state.isStruck;
    if (isShown && text !== '') addSpan(spans, fonts.show(text, state.font), state.position);
  };
  const flushBytes = () => {
    if (bytes.length > 0) append(fonts.decode(Buffer.from(bytes), state.font));
    bytes = [];
  };
  const takeText = () => {
    const text = joinSpans(spans).trim();
    spans = [];
    return text;
  };
  const endParagraph = () => {
    if (cells.length > 0) addSpan(spans, ' ', 'baseline');
    else {
      const text = takeText();
      if (text !== '') pieces.push({ kind: 'paragraph', text });
    }
  };
  const endRow = () => {
    if (cells.some((cell) => cell !== '')) pieces.push({ kind: 'row', text: cells.join(' | ') });
    cells = [];
  };
  const control = (word: string, value: number | undefined) => {
    if (skippedGroups.test(word)) {
      state.isSkipped = true;
      state.isInFontTable ||= word === 'fonttbl';
    } else if (fonts.setDefault(word, value)) return;
    else if (state.isInFontTable) fonts.describe(word, value);
    else if (word === 'f') state.font = value;
    else if (word === 'uc') state.fallbackChars = value ?? 1;
    else if (word === 'u' && value !== undefined) {
      append(String.fromCharCode(value & 0xffff));
      skippedChars = state.fallbackChars;
    } else if (word === 'v') state.isHidden = value !== 0;
    else if (word === 'strike' || word === 'striked' || word === 'deleted') state.isStruck = value !== 0;
    else if (word === 'super') state.position = value === 0 ? 'baseline' : 'superscript';
    else if (word === 'sub') state.position = value === 0 ? 'baseline' : 'subscript';
    else if (word === 'nosupersub') state.position = 'baseline';
    else if (word === 'plain')
      state = { ...state, isHidden: false, isStruck: false, position: 'baseline', font: undefined };
    else if (word === 'par' || word === 'sect' || word === 'page') endParagraph();
    else if (word === 'cell' || word === 'nestcell') cells.push(takeText().replaceAll(/\s+/g, ' '));
    else if (word === 'row' || word === 'nestrow') endRow();
    else append(characters[word] ?? '');
  };

  for (const [, word, value, hex, symbol, brace, text] of source.matchAll(tokenPattern)) {
    if (hex !== undefined) {
      if (skippedChars > 0) skippedChars -= 1;
      else bytes.push(Number.parseInt(hex, 16));
      continue;
    }
    // The second byte of an East Asian character can be written as itself.
    const plain = text ?? (/^[\\{}]$/.test(symbol ?? '') ? symbol : undefined);
    if (plain !== undefined && bytes.length > 0 && fonts.hasPairs(state.font)) {
      bytes.push(...Buffer.from(plain, 'latin1'));
      continue;
    }
    flushBytes();
    if (brace === '{') {
      if (groups.length >= maxGroups) break;
      groups.push({ ...state });
    } else if (brace === '}') state = groups.pop() ?? state;
    else if (symbol === '*') isDestination = true;
    else if (word !== undefined) {
      // A group that begins so is for programs that know it.
      if (isDestination && word !== 'shptxt') state.isSkipped = true;
      control(word.toLowerCase(), value === undefined ? undefined : Number(value));
    } else if (symbol !== undefined) append(characters[symbol] ?? '');
    else if (text !== undefined && state.isInFontTable) fonts.addName(text);
    else if (text !== undefined) {
      append(text.slice(skippedChars));
      skippedChars = Math.max(0, skippedChars - text.length);
    }
    if (symbol !== '*') isDestination = false;
  }
  flushBytes();
  endRow();
  endParagraph();
  return pieces;
}
