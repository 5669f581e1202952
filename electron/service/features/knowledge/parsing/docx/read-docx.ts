import type { ParseLimits } from '../parse-limits.ts';
import type { TextBlock } from '../text-block.ts';
import { createTextBudget } from '../text-budget.ts';
import { createBodyReader, type BodyPiece } from './body-reader.ts';
import { readHeadingStyles } from './heading-styles.ts';
import { openPackage, type OfficePackage } from './open-package.ts';
import { drainXml, readXml } from './read-xml.ts';
import { readRelationships } from './relationships.ts';
import { createSectionWriter } from './section-writer.ts';

/** The text of a DOCX, a block for each heading: page headers first, then the body with its notes, then page footers. */
export async function* readDocx(path: string, limits: ParseLimits): AsyncGenerator<TextBlock> {
  const office = await openPackage(path, limits);
  try {
    yield* readDocument(office, limits);
  } finally {
    office.close();
  }
}

async function* readDocument(office: OfficePackage, limits: ParseLimits): AsyncGenerator<TextBlock> {
  const { xmlDepth } = limits;
  const spend = createTextBudget(limits.textChars);
  const [main = 'word/document.xml'] = (await readRelationships(office, '', xmlDepth)).get('officeDocument') ?? [];
  const relations = await readRelationships(office, main, xmlDepth);
  const parts = (kind: string) => (relations.get(kind) ?? []).filter((part) => office.has(part));

  const [styles] = parts('styles');
  const headingStyles = styles ? await readHeadingStyles(office, styles, xmlDepth) : new Set<string>();
  const notes = {
    footnote: await readNotes(office, parts('footnotes'), spend, xmlDepth),
    endnote: await readNotes(office, parts('endnotes'), spend, xmlDepth),
  };
  const sections = createSectionWriter();

  for (const text of await readHeadersOrFooters(office, parts('header'), spend, xmlDepth))
    sections.add({ kind: 'paragraph', text });
  sections.finish();
  yield* sections.take();

  const body = createBodyReader({
    headingStyles,
    spend,
    takeNote(kind, id) {
      const note = notes[kind].get(id);
      // Once: a note that is referred to again and again would make a small document a large one.
      notes[kind].delete(id);
      return note;
    },
    onPiece: sections.add,
  });
  for await (const _ of readXml(office.read(main), body, xmlDepth)) yield* sections.take();
  sections.finish();

  for (const text of await readHeadersOrFooters(office, parts('footer'), spend, xmlDepth))
    sections.add({ kind: 'paragraph', text });
  sections.finish();
  yield* sections.take();
}

async function readNotes(
  office: OfficePackage,
  parts: readonly string[],
  spend: (chars: number) => void,
  xmlDepth: number,
): Promise<Map<string, string>> {
  const notes = new Map<string, string>();
  let current = '';
  const onPiece = ({ text }: BodyPiece) => {
    const before = notes.get(current);
    notes.set(current, before === undefined ? text : `${before}\n${text}`);
  };
  const reader = createBodyReader({ headingStyles: new Set(), spend, onPiece, onNote: (id) => (current = id) });
  for (const part of parts) await drainXml(office.read(part), reader, xmlDepth);
  return notes;
}

/** Page headers or footers: those of the first, the odd and the even pages often say the same. */
async function readHeadersOrFooters(
  office: OfficePackage,
  parts: readonly string[],
  spend: (chars: number) => void,
  xmlDepth: number,
): Promise<ReadonlySet<string>> {
  const texts = new Set<string>();
  for (const part of parts) {
    const pieces: string[] = [];
    const onPiece = ({ text }: BodyPiece) => pieces.push(text);
    await drainXml(office.read(part), createBodyReader({ headingStyles: new Set(), spend, onPiece }), xmlDepth);
    const text = pieces.join('\n');
    // A page number alone says nothing.
    if (/\p{L}/u.test(text)) texts.add(text);
  }
  return texts;
}
