import { removeNoteMarks } from './note-marks.ts';

/** Returns the text of a chunk after its title and its heading, as a search model embeds it. */
export function composePassage({
  title,
  heading,
  text,
}: {
  readonly title: string;
  readonly heading: string | null;
  readonly text: string;
}): string {
  const headings = [title, heading].filter((name) => name !== null && name !== '' && !text.startsWith(name));
  return removeNoteMarks([...headings, text].join('\n'));
}
