import { questionLabelPattern, readPassageGroups, type PassageLine } from './passage-lines.ts';
import { removeTags } from './remove-tags.ts';
import { hasHeader, type TableRow } from '../../../../../shared/knowledge/table-rows.ts';

/** A sentence, a table row or a heading of a passage. Questions are compared with it. */
export type Statement = {
  readonly text: string;
  /** Headings and questions help to find a passage, but answer nothing. */
  readonly isHeading: boolean;
  /** The heading above it. */
  readonly topic: string | null;
};

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
const maxPassageChars = 4_000;
const maxStatementChars = 400;
const maxHeadingChars = 90;
/** A shorter sentence, such as "Yes.", is joined with the next one. */
const minSentenceChars = 12;

/** Splits a passage into statements, in order. Unlike `extractSentences`, it leaves out nothing that has words or numbers. */
export function listStatements(passage: string): readonly Statement[] {
  const found: Statement[] = [];
  let topic: string | null = null;
  const add = (text: string, isHeading = false) => {
    if (/\p{L}{2}|\p{N}/u.test(text))
      found.push({ text: text.slice(0, maxStatementChars), isHeading, topic: isHeading ? null : topic });
    if (isHeading) topic = text;
  };
  const addParagraph = ({ text: paragraph, isItem }: PassageLine) => {
    const plain = removeMarks(paragraph);
    if (isHeadingText(plain)) return add(plain, !isItem);
    let start = '';
    for (const { segment } of segmenter.segment(plain)) {
      const sentence = `${start} ${segment}`.trim();
      start = sentence.length < minSentenceChars ? sentence : '';
      if (start === '') add(sentence, sentence.endsWith('?') && sentence.length <= maxHeadingChars);
    }
    if (start !== '') add(start);
  };
  for (const { lines, rows } of readPassageGroups(passage.slice(0, maxPassageChars))) {
    if (rows) describeRows(rows).forEach((row) => add(row));
    else lines.forEach(addParagraph);
  }
  return found;
}

/** Returns "Service Wheel truing: Duration 1 day, Price €28" for each row below a header, or the cells of the row. */
function describeRows(rows: readonly TableRow[]): readonly string[] {
  if (!hasHeader(rows)) return rows.map((cells) => cells.join(', '));
  const [[first = '', ...columns] = [], ...body] = rows;
  return body.map(
    ([name = '', ...cells]) =>
      `${first} ${name}: ${cells.map((cell, index) => `${columns[index] ?? ''} ${cell}`.trim()).join(', ')}`,
  );
}

/** Removes list marks, clause numbers, and lines that only separate. */
function removeMarks(paragraph: string): string {
  return removeTags(paragraph)
    .replace(/^[=\-_*~\s]+$/, '')
    .replace(/^(?:[•▪◦*+–—>#-]+\s+)+/, '')
    .replace(/^\(?\d{1,2}(?:\.\d{1,2})*[.)]?\s+(?=\p{Lu})/u, '')
    .replace(questionLabelPattern, '')
    .trim();
}

function isHeadingText(text: string): boolean {
  return text.length <= maxHeadingChars && /\p{L}/u.test(text) && !/[.!;:,]$/.test(text);
}
