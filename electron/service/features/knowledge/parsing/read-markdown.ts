import type { BodyPiece } from './docx/body-piece.ts';
import { decodeEntities } from './html/entities.ts';
import { readHtml, type OnStruck } from './html/read-html.ts';
import { blockPattern } from './html/scan-markup.ts';
import { joinScripts, removeScriptMarks, scriptMarks } from './html/scripts.ts';
import { trimText } from './text-section.ts';

const headingPattern = /^ {0,3}#{1,6}[ \t]+(?=\S)/;
const fencePattern = /^ {0,3}(?:`{3,}|~{3,})/;
const tableLinePattern = /^ {0,3}\|?[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t]*:?-{2,}:?[ \t]*)*\|?[ \t]*$/;
const listPattern = /^\s{0,20}(?:[-*+]|(\d{1,9}[.)]))[ \t]+(?=\S)/;
/** The address of links that name it. A line with more text is content. */
const definitionPattern =
  /^ {0,3}\[(?!\^)([^\]\n]{1,200})\]:[ \t]*(?:<[^<>\n]{0,2000}>|[^\s<]\S{0,2000})(?:[ \t]+(?:"[^"\n]{0,300}"|'[^'\n]{0,300}'|\([^()\n]{0,300}\)))?[ \t]*$/;
const footnotePattern = /^ {0,3}\[\^([^\]\s]{1,50})\]:[ \t]*/;
const linkPattern = /!?\[[^[\]]{1,300}\]\([^()\s]{1,2000}(?: +"[^"\n]{0,300}")?\)/;

/** Whether a text has marks that only Markdown has. Lists look the same in plain text. */
export function hasMarkdownMarks(text: string): boolean {
  if (linkPattern.test(text) || /(?:^|\s)\*\*[^\s*][^*\n]{0,200}\*\*/.test(text)) return true;
  const lines = text.split(/\r?\n/);
  if (skipFrontMatter(lines).length < lines.length && /^[\w-]+:/.test(lines[1] ?? '')) return true;
  return lines.some(
    (line, index) =>
      headingPattern.test(line) ||
      fencePattern.test(line) ||
      footnotePattern.test(line) ||
      (/^={3,}$/.test(line.trimEnd()) && /^\p{L}/u.test(lines[index - 1] ?? '')) ||
      (tableLinePattern.test(line) && line.includes('|') && (lines[index - 1] ?? '').includes('|')),
  );
}

/** Reads the text of Markdown: headings, paragraphs, list items, rows of tables, code and HTML, without the marks. */
export function readMarkdown(source: string, onStruck: OnStruck = () => undefined): readonly BodyPiece[] {
  const plain = removeScriptMarks(source).replaceAll(/\r\n?/g, '\n');
  const lines = skipFrontMatter(linkByName(plain).split('\n'));
  const pieces: BodyPiece[] = [];
  let paragraph: string[] = [];
  const add = (kind: BodyPiece['kind'], text: string) => {
    const trimmed = trimText(text);
    if (trimmed !== '') pieces.push({ kind, text: trimmed });
  };
  const clean = (text: string) => cleanInline(text, () => onStruck(pieces.length));
  const finish = () => {
    add('paragraph', clean(paragraph.join('\n')));
    paragraph = [];
  };
  for (let index = 0; index < lines.length; index++) {
    const line = removeQuoteMarks(lines[index] ?? '');
    const next = lines[index + 1] ?? '';
    const fence = fencePattern.exec(line)?.[0].trim();
    const spacedRows = paragraph.length === 1 ? readSpacedTable(lines, index) : null;
    if (fence !== undefined) {
      finish();
      const end = findLine(lines, index + 1, (one) => one.trimStart().startsWith(fence) && one.trim().length < 80);
      add('paragraph', lines.slice(index + 1, end).join('\n'));
      index = end;
    } else if (headingPattern.test(line)) {
      finish();
      add('heading', clean(line.replace(headingPattern, '').replace(/[ \t]#+[ \t]*$/, '')));
    } else if (paragraph.length === 1 && /^ {0,3}(?:=+|-{2,})[ \t]*$/.test(line)) {
      add('heading', clean(paragraph.join('')));
      paragraph = [];
    } else if (line.includes('|') && next.includes('-') && tableLinePattern.test(next)) {
      finish();
      const end = findLine(lines, index + 2, (one) => !one.includes('|'));
      for (const row of [line, ...lines.slice(index + 2, end)]) add('row', readRow(row, clean));
      index = end - 1;
    } else if (spacedRows) {
      paragraph = [];
      for (const cells of spacedRows) add('row', cells.map(clean).join(' | '));
      index += spacedRows.length - 1;
    } else if (paragraph.length === 0 && isHtmlStart(line)) {
      const end = findHtmlEnd(line, lines, index + 1);
      const html = cleanLinks(lines.slice(index, end).map(removeQuoteMarks).join('\n'));
      pieces.push(...readHtml(html, (at) => onStruck(pieces.length + at)));
      index = end - 1;
    } else if (line.trim() === '' || isRule(line) || definitionPattern.test(line)) finish();
    else {
      const item = listPattern.exec(line);
      if (item || footnotePattern.test(line)) finish();
      const text = item ? `${item[1] ? `${item[1]} ` : ''}${line.slice(item[0].length)}` : line.trim();
      paragraph.push(text.replace(footnotePattern, '[$1] '));
    }
  }
  finish();
  return pieces;
}

/**
 * Returns the rows of a table that has spaces between its cells, if a line is the dashes below the names of its columns. The dashes show
 * where each column begins.
 */
function readSpacedTable(lines: readonly string[], at: number): readonly (readonly string[])[] | null {
  const dashes = lines[at] ?? '';
  if (!/^ *-{2,}(?: +-{2,})+ *$/.test(dashes)) return null;
  const starts = [...dashes.matchAll(/-+/g)].slice(1).map(({ index }) => index); // the first column begins with its line
  const end = findLine(lines, at + 1, (line) => /^[ -]*$/.test(line));
  const rows = [lines[at - 1] ?? '', ...lines.slice(at + 1, end)];
  const isCut = (row: string) => starts.some((start) => row.charAt(start - 1).trim() !== '');
  if (rows.length === 1 || rows.some(isCut)) return null;
  return rows.map((row) => [0, ...starts].map((start, column) => row.slice(start, starts[column]).trim()));
}

/** Writes links that are only a name in brackets, as defined in the document, as the name. */
function linkByName(source: string): string {
  const names = new Set<string>();
  for (const [, name = ''] of source.matchAll(new RegExp(definitionPattern, 'gm'))) names.add(name.toLowerCase());
  if (names.size === 0) return source;
  return source.replaceAll(/(?<![\]\\])\[([^[\]\n]{1,200})\](?:\[\])?(?![[(:])/g, (link, name: string) =>
    names.has(name.toLowerCase()) ? name : link,
  );
}

const removeQuoteMarks = (line: string) => line.replace(/^ {0,3}(?:>[ \t]?)+/, '');

/** Removes the values before the text, between two lines of dashes. */
function skipFrontMatter(lines: readonly string[]): readonly string[] {
  if (lines[0]?.trimEnd() !== '---') return lines;
  const end = lines.slice(1, 200).findIndex((line) => line.trimEnd() === '---');
  return end < 0 ? lines : lines.slice(end + 2);
}

function findLine(lines: readonly string[], from: number, isEnd: (line: string, at: number) => boolean): number {
  let at = from;
  while (at < lines.length && !isEnd(lines[at] ?? '', at)) at += 1;
  return at;
}

const tagPattern = /^ {0,3}<\/?([a-z][a-z0-9-]*)/i;

/** Whether HTML begins with a line: a comment, an element that is a block, or a line that is only one tag. */
function isHtmlStart(line: string): boolean {
  const name = tagPattern.exec(line)?.[1];
  if (name === undefined) return /^ {0,3}<!--/.test(line);
  return blockPattern.test(name.toLowerCase()) || /^ {0,3}<[^<>]{1,2000}>[ \t]*$/.test(line);
}

/** Returns the index after HTML. Comments, scripts and preformatted text end with their mark, other HTML at an empty line. */
function findHtmlEnd(first: string, lines: readonly string[], from: number): number {
  const name = tagPattern.exec(first)?.[1];
  const isVerbatim = name === undefined || /^(?:pre|script|style|textarea)$/i.test(name);
  const endMark = name === undefined ? '-->' : `</${name.toLowerCase()}`;
  return findLine(lines, from, (line, at) =>
    isVerbatim ? (lines[at - 1] ?? '').toLowerCase().includes(endMark) : line.trim() === '',
  );
}

/** A line across the page. */
function isRule(line: string): boolean {
  return /^(?:-{3,}|\*{3,}|_{3,})$/.test(line.replaceAll(/[ \t]/g, ''));
}

function readRow(line: string, clean: (text: string) => string): string {
  const cells = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/);
  // Without spaces, a sign in a cell is no border.
  return cells.map((cell) => clean(cell.replaceAll(/ ?\\\| ?/g, '|')).trim()).join(' | ');
}

/** Keeps the text of links and the description of pictures. */
function cleanLinks(text: string): string {
  return text
    .replaceAll(/!\[([^[\]]{0,300})\]\((?:[^()\s]|\([^()\s]{0,300}\)){0,2000}(?: +"[^"\n]{0,300}")?\)/g, '$1')
    .replaceAll(/!\[([^[\]]{0,300})\]\[[^[\]\n]{0,200}\]/g, '$1')
    .replaceAll(/\[([^[\]]{0,300})\]\((?:[^()\s]|\([^()\s]{0,300}\)){0,2000}(?: +"[^"\n]{0,300}")?\)/g, '$1')
    .replaceAll(/\[([^[\]]{1,300})\]\[[^[\]\n]{0,200}\]/g, '$1')
    .replaceAll(/<((?:https?|mailto):[^<>\s]{1,2000})>/g, '$1');
}

/** Removes the marks in a line of text. What is between backticks stays as it is, and what is struck out is left out. */
function cleanInline(text: string, onStruck: () => void): string {
  const codes: string[] = [];
  const withoutCode = cleanLinks(text.replaceAll('\0', '')).replaceAll(
    /`+([^`]{1,2000})`+/g,
    (_, code: string) => `\0${codes.push(code) - 1}\0`,
  );
  return cleanMarks(withoutCode, onStruck).replaceAll(/\0(\d+)\0/g, (_, index: string) => codes[Number(index)] ?? '');
}

const struckPattern = /~~[^~]{1,500}~~|<(s|del|strike)(?:\s[^<>]{0,300})?>[^]{0,500}?<\/\1\s*>/gi;

function cleanMarks(text: string, onStruck: () => void): string {
  const marked = text
    .replaceAll(struckPattern, () => {
      onStruck();
      return '';
    })
    .replaceAll(/\[\^([^\]\s]{1,50})\]/g, '[$1]')
    .replaceAll(/<br *\/?>/gi, '\n')
    .replaceAll(/<(\/?)(sup|sub)>/gi, (_, end: string, name: string) => writeScriptMark(end === '' ? name : 'end'))
    .replaceAll(/(?<=[\p{L}\d)])\^([^\s^]{1,12})\^/gu, (_, raised: string) => markScript('sup', raised))
    .replaceAll(/(?<=\p{L})~([^\s~]{1,12})~/gu, (_, lowered: string) => markScript('sub', lowered))
    .replaceAll(/<\/?[a-z][^<>\n]{0,300}>/gi, '')
    .replaceAll(/(\*\*|__)(?=\S)([^\n]{1,1000}?)(?<=\S)\1/g, '$2')
    .replaceAll(/(?<![\w*])\*(?=[^\s*])([^*\n]{1,1000})(?<=[^\s*])\*(?![\w*])/g, '$1')
    .replaceAll(/(?<![\w_])_(?=[^\s_])([^_\n]{1,1000})(?<=[^\s_])_(?![\w_])/g, '$1')
    .replaceAll(/[ \t]{2,}\n|\\\n/g, '\n')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1');
  return joinScripts(decodeEntities(marked));
}

function writeScriptMark(name: string): string {
  if (name === 'end') return scriptMarks.end;
  return name.toLowerCase() === 'sup' ? scriptMarks.super : scriptMarks.sub;
}

function markScript(name: string, text: string): string {
  return writeScriptMark(name) + text + scriptMarks.end;
}
