import { createTextBudget, type ParseLimits } from '../parse-protocol.ts';
import { cleanText, splitLongText, maxSectionChars, type TextSection } from '../text-section.ts';
import { createBodyReader, type BodyPiece } from './body-reader.ts';
import { readHeadingStyles } from './heading-styles.ts';
import { openPackage, readRelationships, type OfficePackage } from './open-package.ts';
import { drainXml, readXml } from './read-xml.ts';

/** Yields the text of a DOCX, one section per heading: page headers, the body with its notes, then page footers. */
export async function* readDocx(path: string, limits: ParseLimits): AsyncGenerator<TextSection> {
  const office = await openPackage(path, limits);
  try {
    yield* readDocument(office, limits);
  } finally {
    office.close();
  }
}

async function* readDocument(office: OfficePackage, limits: ParseLimits): AsyncGenerator<TextSection> {
  const { xmlDepth } = limits;
  const spendTextBudget = createTextBudget(limits.textChars);
  const [main = 'word/document.xml'] = (await readRelationships(office, '', xmlDepth)).get('officeDocument') ?? [];
  const relationships = await readRelationships(office, main, xmlDepth);
  const getParts = (kind: string) => (relationships.get(kind) ?? []).filter((part) => office.has(part));

  const [styles] = getParts('styles');
  const headingStyles = styles ? await readHeadingStyles(office, styles, xmlDepth) : new Set<string>();
  const notes = {
    footnote: await readNotes(office, getParts('footnotes'), spendTextBudget, xmlDepth),
    endnote: await readNotes(office, getParts('endnotes'), spendTextBudget, xmlDepth),
  };
  const sections = createSectionWriter();

  for (const text of await readHeadersOrFooters(office, getParts('header'), spendTextBudget, xmlDepth))
    sections.add({ kind: 'paragraph', text });
  sections.finish();
  yield* sections.take();

  const body = createBodyReader({
    headingStyles,
    spendTextBudget,
    takeNote(kind, id) {
      const note = notes[kind].get(id);
      // Only once: repeated references to a note could make a small document very large.
      notes[kind].delete(id);
      return note;
    },
    onPiece: sections.add,
  });
  for await (const _ of readXml(office.read(main), body, xmlDepth)) yield* sections.take();
  sections.finish();

  for (const text of await readHeadersOrFooters(office, getParts('footer'), spendTextBudget, xmlDepth))
    sections.add({ kind: 'paragraph', text });
  sections.finish();
  yield* sections.take();
}

async function readNotes(
  office: OfficePackage,
  parts: readonly string[],
  spendTextBudget: (chars: number) => void,
  xmlDepth: number,
): Promise<Map<string, string>> {
  const notes = new Map<string, string>();
  let current = '';
  const onPiece = ({ text }: BodyPiece) => {
    const existing = notes.get(current);
    notes.set(current, existing === undefined ? text : `${existing}\n${text}`);
  };
  const reader = createBodyReader({
    headingStyles: new Set(),
    spendTextBudget,
    onPiece,
    onNote: (id) => (current = id),
  });
  for (const part of parts) await drainXml(office.read(part), reader, xmlDepth);
  return notes;
}

/** Returns the distinct page headers or footers. Those of the first, odd and even pages are often the same. */
async function readHeadersOrFooters(
  office: OfficePackage,
  parts: readonly string[],
  spendTextBudget: (chars: number) => void,
  xmlDepth: number,
): Promise<ReadonlySet<string>> {
  const texts = new Set<string>();
  for (const part of parts) {
    const pieces: string[] = [];
    const onPiece = ({ text }: BodyPiece) => pieces.push(text);
    await drainXml(
      office.read(part),
      createBodyReader({ headingStyles: new Set(), spendTextBudget, onPiece }),
      xmlDepth,
    );
    const text = pieces.join('\n');
    // Skips page numbers.
    if (/\p{L}/u.test(text)) texts.add(text);
  }
  return texts;
}

const maxHeadingChars = 200;

/** Collects pieces into sections: one per heading, or several if its text is long. */
type SectionWriter = {
  readonly add: (piece: BodyPiece) => void;
  /** Ends the current section. */
  readonly finish: () => void;
  /** Removes and returns the completed sections. */
  readonly take: () => readonly TextSection[];
};

function createSectionWriter(): SectionWriter {
  let heading: string | null = null;
  let pieces: BodyPiece[] = [];
  let chars = 0;
  let done: TextSection[] = [];

  const finish = () => {
    const text = cleanText(joinPieces(pieces)).trim();
    for (const part of splitLongText(text, maxSectionChars))
      done.push({ page: null, pageCount: null, heading, text: part, omissions: [] });
    pieces = [];
    chars = 0;
  };

  return {
    add(piece) {
      if (piece.kind === 'heading') {
        // A chapter title without text belongs to its first section.
        if (pieces.some(({ kind }) => kind !== 'heading')) finish();
        heading = cleanText(piece.text).replaceAll(/\s+/g, ' ').trim().slice(0, maxHeadingChars);
      } else if (chars > 0 && chars + piece.text.length > maxSectionChars) finish();
      pieces.push(piece);
      chars += piece.text.length;
    },
    finish() {
      if (pieces.length > 0) finish();
      heading = null;
    },
    take() {
      const sections = done;
      done = [];
      return sections;
    },
  };
}

/** Joins table rows as lines and all other pieces as paragraphs. */
function joinPieces(pieces: readonly BodyPiece[]): string {
  let text = '';
  let previous: BodyPiece | undefined;
  for (const piece of pieces) {
    if (previous) text += previous.kind === 'row' && piece.kind === 'row' ? '\n' : '\n\n';
    text += piece.text;
    previous = piece;
  }
  return text;
}
