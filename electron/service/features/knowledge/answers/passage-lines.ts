import { groupLines, type LineGroup } from '../../../../../shared/knowledge/table-rows.ts';
import { breakAtTags } from './remove-tags.ts';

/** A line of a passage, with its continuation in the next line. */
export type PassageLine = {
  readonly text: string;
  /** An entry of a list, such as "• Extra legroom: £28": it says something, although it does not end as a sentence does. */
  readonly isItem: boolean;
};

/** Lines of the same kind: rows of one table, or lines without cells. */
type PassageGroup = Omit<LineGroup, 'lines'> & { readonly lines: readonly PassageLine[] };

/** A program may have wrapped a line of at least this length. */
const minWrappedChars = 50;
/** A longer line is a sentence. */
const maxItemChars = 200;

const bulletPattern = /^\s*[•▪◦*+–—-]\s+(?=\S)/;
const numberPattern = /^\s*\(?\d{1,2}[.)]\s+(?=\S)/;
/** Matches a line that is bold as a whole: a heading, even in a list. */
const boldPattern = /^\W*(?:\*\*|__)[^*_]+(?:\*\*|__)\W*$/;
/** Matches "Basic: £96 a year", and no question of an FAQ. */
const labelPattern = /^(?!\W*(?:chapter|section|article|part|step|annex|appendix)\b)[^:?]{2,60}:\s+\S[^?]*$/i;
/** Matches an amount or a time of day, which is what a price list or a timetable says. */
const valuePattern = /[$€£]\s?\d|\d\s?(?:€|£|(?:eur|usd|gbp)\b)|(?<=\S.*)\b\d{1,2}[:.]\d\d\b|\b\d{1,2}\s?[ap]\.?m\b/i;
/** The rest of a sentence that was cut off, or its beginning. */
const cutPattern = /^\W*\p{Ll}|\b(?:a|an|the|to|of|in|on|at|by|for|from|with|and|or|but|if|is|are|be|as|your|our)$/u;
const headingPattern = /^\s*#/;

/** Matches the label of a question or an answer of an FAQ: "Q:", "A." */
export const questionLabelPattern =
  /^(?:(?:Q|Question|Answer)(?: ?\d{1,2})?[.:]|A(?: ?\d{1,2})?:|A\.(?= (?:Yes|No|Not|We|You|It|The|There|In|At|By|From|Please)\b))\s+(?=\S)/;

/** Splits a passage into groups of lines, and finds the entries of lists. */
export function readPassageGroups(passage: string): readonly PassageGroup[] {
  const lines = readPassageLines(passage);
  let start = 0;
  return groupLines(lines.map(({ text }) => text)).map((group) => {
    const own = lines.slice(start, start + group.lines.length);
    start += group.lines.length;
    return { ...group, lines: own };
  });
}

/** Splits a passage into lines. Empty ones stay, because they separate tables. */
function readPassageLines(passage: string): readonly PassageLine[] {
  const raw = breakAtTags(passage)
    .replaceAll(/\s[•▪◦]\s/g, '\n• ')
    // "Q. Can I skip a week? A. Yes, until Monday."
    .replaceAll(/(?<=\?\W{0,4})\s+(?=A(?:nswer)?[.:]\s)/g, '\n')
    .split('\n');
  const lines: { text: string; indent: number }[] = [];
  for (const line of raw) {
    // A tab at the start of a row follows an empty cell.
    const text = /^\t+[^\t]+\t/.test(line) ? line.trimEnd() : line.trim();
    const last = lines.at(-1);
    const isWrapped =
      last !== undefined &&
      last.text.length >= minWrappedChars &&
      !/[.!?:;]["”’)]?$/.test(last.text) &&
      !/\t| \| /.test(last.text) &&
      /^\p{Ll}/u.test(text);
    if (isWrapped) last.text += ` ${text}`;
    else lines.push({ text, indent: line.length - line.trimStart().length });
  }
  return lines.map(({ text, indent }, index) => {
    // An empty line can be between the name of a list and its entries.
    const next = lines[index + 1];
    const after = next?.text === '' && (lines[index + 2]?.indent ?? 0) > indent ? lines[index + 2] : next;
    return { text, isItem: isItem(text, indent, lines[index - 1], after) };
  });
}

type Neighbor = { readonly text: string; readonly indent: number } | undefined;

function isItem(text: string, indent: number, before: Neighbor, after: Neighbor): boolean {
  if (text.length > maxItemChars || headingPattern.test(text) || boldPattern.test(text) || /[?:]\W*$/.test(text))
    return false;
  // The name of a list of its own: "1. Per page", with "- German: £38" below it.
  if (after && after.indent > indent && bulletPattern.test(after.text)) return false;
  const isBullet = (line: Neighbor) => line !== undefined && bulletPattern.test(line.text);
  if (labelPattern.test(text) || (valuePattern.test(text) && (bulletPattern.test(text) || !cutPattern.test(text))))
    return true;
  // A single mark is a heading's, if sentences follow it.
  if (bulletPattern.test(text)) return isBullet(before) || isBullet(after) || !after || /^\s*$/.test(after.text);
  // A numbered line is a heading, unless others follow it, or are before it.
  const isNumbered = (line: Neighbor) => line !== undefined && numberPattern.test(line.text);
  return numberPattern.test(text) && (isNumbered(before) || isNumbered(after));
}
