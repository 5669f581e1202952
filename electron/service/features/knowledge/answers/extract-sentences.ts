// Public: other features may import this file.
import { countWords, lowerFirst, normalizeLine, upperFirst } from '../../../platform/text-line.ts';
import { removeNoteMarks } from '../note-marks.ts';
import { isStaffHeading } from './instructs-staff.ts';
import { questionLabelPattern, readPassageGroups, type PassageLine } from './passage-lines.ts';
import { removeTags } from './remove-tags.ts';
import { hasHeader, type TableRow } from '../../../../../shared/knowledge/table-rows.ts';

export type AnswerSentence = {
  readonly text: string;
  /** The heading above it, or the question that it answers. */
  readonly topic: string | null;
  /** An `item` is an entry of a list that is no sentence. */
  readonly kind: 'sentence' | 'row' | 'item';
  readonly isLastOfParagraph: boolean;
  /** The names of the columns in which a row has no value. */
  readonly emptyColumns: readonly string[];
};

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
const maxTopicLength = 90;
const maxSentenceLength = 600;
const maxChunkLength = 4_000;
const maxFragmentLength = 9;

/** Returns the sentences and table rows of a passage without markup, clause numbers, page footers and incomplete sentences. */
export function extractSentences(passage: string): readonly AnswerSentence[] {
  const found: AnswerSentence[] = [];
  let topic: string | null = null;
  const addRows = (rows: readonly TableRow[], columns: TableRow | null) => {
    let name = '';
    for (const [first = '', ...values] of rows) {
      const isAddition = name !== '' && additionPattern.test(first);
      if (!isAddition) name = first;
      const cells = [isAddition ? `${name} ${first}` : first, ...values];
      const text = formatTableRow(cells, columns);
      if (text)
        found.push({
          text,
          topic,
          kind: 'row',
          isLastOfParagraph: true,
          emptyColumns: listEmptyColumns(cells, columns),
        });
    }
  };
  const addParagraph = ({ text: paragraph, isItem }: PassageLine) => {
    const marked = stripMarkup(paragraph);
    const label = /^([^:.]{3,40}):\s/.exec(marked)?.[1] ?? '';
    const isForStaff = isStaffHeading(label);
    const plain = isForStaff ? upperFirst(marked.slice(label.length + 1).trim()) : marked;
    if (plain === '' || isPageFooter(plain)) return;
    const isShort = isTopicLine(plain);
    if (isShort && !isItem) {
      topic = plain;
      return;
    }
    if (isShort || (isItem && !/[.!]$/.test(plain))) {
      const text = `${plain.replace(/[,;]$/, '')}.`;
      const kind = /^[^:]{2,60}: /.test(plain) ? 'row' : 'item';
      found.push({ text, topic: isForStaff ? label : topic, kind, isLastOfParagraph: true, emptyColumns: [] });
      return;
    }
    const sentences = splitParagraph(plain).filter(isCompleteSentence);
    sentences.forEach((text, index) => {
      if (text.endsWith('?')) topic = text;
      else {
        const isLastOfParagraph = index === sentences.length - 1;
        const ownTopic = isForStaff ? label : topic;
        found.push({ text, topic: ownTopic, kind: 'sentence', isLastOfParagraph, emptyColumns: [] });
      }
    });
  };
  for (const { lines, rows, isCsv } of readPassageGroups(splitClauses(passage.slice(0, maxChunkLength)))) {
    const [columns = [], ...body] = rows ?? [];
    if (rows && hasHeader(rows)) addRows(body, columns);
    else if (rows && !isCsv) addRows(rows, null);
    else lines.forEach(addParagraph);
  }
  return found;
}

/** Begins a new line before each numbered clause of a line: "… ends. 3.2 The fee …" */
const splitClauses = (text: string): string => text.replaceAll(/(?<=[.;]) (?=\d{1,2}\.\d{1,2} \p{Lu})/gu, '\n');

function stripMarkup(paragraph: string): string {
  const plain = normalizeLine(removeTags(removeNoteMarks(paragraph)), maxChunkLength);
  return plain
    .replaceAll(/\*\*|__|`|(?<![\p{L}\p{N}*_])[*_](?=\S)|(?<=\S)[*_](?![\p{L}\p{N}*_])/gu, '')
    .replace(/^(?:[•▪◦*+–—>#-]+\s+)+/, '')
    .replace(/^\(?(?:\d{1,2}(?:\.\d{1,2})*[.)]?|[a-z]\))\s+(?=\p{Lu})/u, '')
    .replace(/^[=\-_*~\s]+$/, '')
    .replace(questionLabelPattern, '')
    .trim();
}

function isTopicLine(plain: string): boolean {
  if (plain.length > maxTopicLength || !/\p{L}/u.test(plain)) return false;
  return plain.endsWith('?') || !/[.!;:,"”]$/.test(plain);
}

function isPageFooter(plain: string): boolean {
  return /\bpage \d+( of \d+)?$/i.test(plain) || (/ · /.test(plain) && !/[.!?]$/.test(plain));
}

/** "AD-90", but neither a number nor "YES". */
const codePattern = /^(?=.*\p{Lu})(?=.*\d)[\p{Lu}\d]{1,5}-?[\p{Lu}\d]{1,6}$/u;

/** These names say no more than the value itself: "$8.00" is an amount. */
const generalColumnPattern = /^(?:amount|price|cost|fee|rate|charge|total|value|details?|description|notes?)s?$/i;
/** "24-month term" can be said before a value; "When it is charged" and "For whom" cannot. */
const spokenColumnPattern = /^(?!(?:who|whom|what|when|where|which|why|how|for|if)\b)[\p{L}\d][\p{L}\d '’/-]*$/iu;
/** The name of a row that is about the row above it, such as "with breakfast". */
const additionPattern =
  /^(?:with(?:out)?|and|or|plus|incl(?:\.|uding|udes)?|from|over|under|up to|more than|less than|each|per|for|if|after|before) /;
/** Without names of columns, a short value has a number, or says that there is none: "closed", "no fees". */
const valuePattern = /\d|\b(?:closed|free|no|not|none|included|by appointment|on request|sold out)\b/i;
const maxNamedValueWords = 4;
const maxValues = 6;

/**
 * Returns "Fiber 300: speed 300 Mbps, 24-month term $49.00.", or an empty text for header rows and rows of codes. A code is left out, unless
 * only it names the row.
 */
function formatTableRow(row: TableRow, columns: TableRow | null): string {
  const filled = row
    .map((cell, index) => ({
      text: normalizeLine(cell, 200).replace(/^\p{Lu}{1,3}-\d+\p{Lu}? (?=[$€£\d])/u, ''),
      // If a row and its header differ in the number of cells, one in the middle may be missing.
      column: columns?.length === row.length ? getSpokenColumn(columns[index] ?? '') : '',
    }))
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text) && !/^page \d/i.test(text));
  const isNamedByCode = filled.every(({ text }) => /\d/.test(text));
  const cells = filled.filter(({ text }, index) => !codePattern.test(text) || (index === 0 && isNamedByCode));
  const [name, ...values] = cells;
  if (name === undefined || values.length === 0 || values.length > maxValues) return '';
  if (columns === null && !values.some(({ text }) => text.length >= 25 || valuePattern.test(text))) return '';
  const spoken = values.map(({ text, column }) =>
    column !== '' && countWords(text) <= maxNamedValueWords ? `${column} ${text}` : text,
  );
  return `${name.text.replace(/:$/, '')}: ${spoken.join(', ').replace(/\.$/, '')}.`;
}

function listEmptyColumns(row: TableRow, columns: TableRow | null): readonly string[] {
  if (columns?.length !== row.length) return [];
  return columns.filter((name, index) => name !== '' && row[index] === '');
}

/** Returns the name of a column as it is said before a value, or an empty text. */
function getSpokenColumn(header: string): string {
  const name = normalizeLine(header.replace(/\([^)]*\)/g, ' '), 40);
  return spokenColumnPattern.test(name) && !generalColumnPattern.test(name) ? lowerFirst(name) : '';
}

function splitParagraph(plain: string): readonly string[] {
  const sentences: string[] = [];
  for (const { segment } of segmenter.segment(plain)) {
    const sentence = segment.trim();
    const last = sentences.at(-1);
    // "Yes." alone is not an answer: join it with the next sentence.
    if (last !== undefined && last.length <= maxFragmentLength && last.endsWith('.'))
      sentences[sentences.length - 1] = `${last} ${sentence}`;
    else if (sentence !== '') sentences.push(sentence);
  }
  return sentences;
}

/** Returns whether neither end of the sentence was cut off at a chunk boundary. */
function isCompleteSentence(sentence: string): boolean {
  if (sentence.length > maxSentenceLength || sentence.length < 8) return false;
  return !/^\p{Ll}/u.test(sentence) && /[.!?]["”’)]?$/.test(sentence) && /\p{L}{2}/u.test(sentence);
}
