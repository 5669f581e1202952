import type { BodyPiece } from '../docx/body-piece.ts';
import { readDescription } from '../docx/drawing-reader.ts';
import { formatNumber } from '../docx/numbering.ts';
import { decodeEntities } from './entities.ts';
import { endsHidden, hidesContent, strikesOut } from './hidden-elements.ts';
import { createHtmlTable, type HtmlTable } from './html-table.ts';
import { createMathmlReader, type MathmlReader } from './read-mathml.ts';
import { blockPattern, readAttribute, readNumberAttribute, scanMarkup, voidPattern } from './scan-markup.ts';
import { joinScripts, removeScriptMarks, scriptMarks } from './scripts.ts';

/** The text of links to the place itself, which follow headings. */
const placeMark = /^\s*[#¶§\u{1f517}]\s*$/u;
const maxTables = 50;
/** The kinds of numbers that `type` of a list names. */
const numberFormats: Readonly<Record<string, string>> = {
  a: 'lowerLetter',
  A: 'upperLetter',
  i: 'lowerRoman',
  I: 'upperRoman',
};

type List = { last: number; readonly step: number; readonly format: string };

/** Called with the index of the piece in which text is struck out, and therefore left out. */
export type OnStruck = (at: number) => void;

/** Reads the text of a web page. Scripts, styles and what is hidden or struck out are left out. */
export function readHtml(source: string, onStruck: OnStruck = () => undefined): readonly BodyPiece[] {
  const pieces: BodyPiece[] = [];
  const tables: HtmlTable[] = [];
  /** The open lists; undefined for one with bullets. */
  const lists: (List | undefined)[] = [];
  let hidden: { readonly name: string; depth: number } | undefined;
  let math: MathmlReader | undefined;
  let text = '';
  let kind: BodyPiece['kind'] = 'paragraph';
  let isPreformatted = false;
  /** Whether the text of an image is open: it shows only its elements `text`. */
  let isInImage = false;
  let isImageText = false;
  /** Where the text of a link to a place in a page begins; -1 outside of one. */
  let linkStart = -1;
  /** Where the options of a list to choose from begin, and the selected one, or the first. */
  let select: { readonly start: number; optionStart: number; chosen: string; isChosen: boolean } | undefined;

  const emit = (piece: BodyPiece) => {
    // A check box without a label opens a menu.
    if (!tables.at(-1)?.add(piece) && !/^[☐☒ ]+$/.test(piece.text)) pieces.push(piece);
  };
  const finish = () => {
    for (const piece of isPreformatted ? toPreformatted(text) : toPiece(kind, text)) emit(piece);
    text = '';
    kind = 'paragraph';
    linkStart = -1;
    select = undefined;
  };
  const endOption = () => {
    if (!select || select.optionStart < 0) return;
    if (select.isChosen || select.chosen === '') select.chosen = text.slice(select.optionStart).trim();
    text = text.slice(0, select.start);
    select.optionStart = -1;
  };
  const openTableElement = (name: string, isEnd: boolean, attributes: string) => {
    finish();
    const table = tables.at(-1);
    if (name === 'table') {
      if (!isEnd && tables.length < maxTables) tables.push(createHtmlTable());
      else if (isEnd) for (const piece of tables.pop()?.finish() ?? []) emit(piece);
    } else if (name === 'tr') table?.[isEnd ? 'closeRow' : 'openRow']();
    else if (isEnd) table?.closeCell();
    else table?.openCell(attributes, name === 'th');
  };
  const openBlock = (name: string, isEnd: boolean, attributes: string) => {
    finish();
    if (name === 'pre') isPreformatted = !isEnd;
    if (/^h[1-6]$/.test(name) && !isEnd) kind = 'heading';
    if (name === 'ol' || name === 'ul') {
      if (isEnd) lists.pop();
      else lists.push(name === 'ol' ? createList(attributes) : undefined);
    }
    const list = lists.at(-1);
    if (name !== 'li' || isEnd || !list) return;
    list.last = readNumberAttribute(attributes, 'value') ?? list.last + list.step;
    text = `${formatNumber(list.last, list.format)}. `;
  };
  const openInline = (name: string, isEnd: boolean, attributes: string) => {
    if (name === 'br') text += ' ';
    else if (name === 'q') text += isEnd ? '”' : '“';
    else if (name === 'a') {
      if (isEnd && linkStart >= 0 && placeMark.test(text.slice(linkStart))) text = text.slice(0, linkStart);
      linkStart = !isEnd && /\shref\s*=\s*["']?[^\s"']{0,300}#/i.test(attributes) ? text.length : -1;
    } else if (name === 'sup' || name === 'sub') {
      text += isEnd ? scriptMarks.end : name === 'sup' ? scriptMarks.super : scriptMarks.sub;
    } else if (name === 'img') {
      const description = readDescription(decodeEntities(readAttribute(attributes, 'alt') ?? ''));
      if (description !== null) text += ` ${description} `;
    } else if (name === 'input') text += readInput(attributes);
    else if (name === 'select') {
      endOption();
      if (isEnd) text += select?.chosen ?? '';
      select = isEnd ? undefined : { start: text.length, optionStart: -1, chosen: '', isChosen: false };
    } else if (name === 'option' && select) {
      endOption();
      if (!isEnd)
        Object.assign(select, { optionStart: text.length, isChosen: /\sselected(?=[\s=]|$)/i.test(attributes) });
    } else if (name === 'svg') isInImage = !isEnd;
    else if (name === 'text' && isInImage) {
      isImageText = !isEnd;
      text += ' ';
    }
  };

  for (const markup of scanMarkup(removeScriptMarks(source))) {
    const { name, isEnd, attributes, chars } = markup;
    if (hidden && name !== '' && endsHidden(hidden.name, markup)) hidden = undefined;
    if (hidden) {
      if (name === hidden.name) hidden.depth += isEnd ? -1 : 1;
      if (hidden.depth === 0) hidden = undefined;
    } else if (!isEnd && name !== '' && !voidPattern.test(name) && hidesContent(name, attributes)) {
      hidden = { name, depth: 1 };
      if (strikesOut(name, attributes)) onStruck(pieces.length);
    } else if (name === 'math') {
      if (isEnd) text += math?.finish() ?? '';
      math = isEnd ? undefined : createMathmlReader();
    } else if (math) {
      if (name === '') math.text(decodeEntities(chars));
      else math[isEnd ? 'close' : 'open'](name);
    } else if (name === '') text += isInImage && !isImageText ? '' : decodeEntities(chars);
    else if (/^(?:table|tr|t[dh])$/.test(name)) openTableElement(name, isEnd, attributes);
    else if (blockPattern.test(name)) openBlock(name, isEnd, attributes);
    else openInline(name, isEnd, attributes);
  }
  if (math) text += math.finish();
  finish();
  while (tables.length > 0) openTableElement('table', true, '');
  return pieces;
}

function createList(attributes: string): List {
  const step = /\sreversed(?=[\s=]|$)/i.test(attributes) ? -1 : 1;
  const format = numberFormats[readAttribute(attributes, 'type') ?? ''] ?? 'decimal';
  return { last: (readNumberAttribute(attributes, 'start') ?? 1) - step, step, format };
}

/** Returns what a field of a form shows. */
function readInput(attributes: string): string {
  const type = (readAttribute(attributes, 'type') ?? 'text').toLowerCase();
  if (type === 'checkbox' || type === 'radio') return /\schecked(?=[\s=/]|$)/i.test(attributes) ? '☒ ' : '☐ ';
  const isShown = /^(?:text|number|date|time|email|tel|url|search|month|week|datetime-local)$/.test(type);
  return isShown ? decodeEntities(readAttribute(attributes, 'value') ?? '') : '';
}

/** Keeps the lines. */
function toPreformatted(text: string): readonly BodyPiece[] {
  const trimmed = joinScripts(text)
    .replace(/^[ \t]*\n/, '')
    .trimEnd();
  return trimmed.trim() === '' ? [] : [{ kind: 'paragraph', text: trimmed }];
}

function toPiece(kind: BodyPiece['kind'], text: string): readonly BodyPiece[] {
  const trimmed = joinScripts(text.replaceAll(/\s+/g, ' ')).trim();
  return trimmed === '' ? [] : [{ kind, text: trimmed }];
}
