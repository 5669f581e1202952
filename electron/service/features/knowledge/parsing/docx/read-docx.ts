import { createTextBudget, type ParseLimits } from '../parse-protocol.ts';
import type { TextSection } from '../text-section.ts';
import type { BodyPiece } from './body-piece.ts';
import { createBodyReader, type NoteKind } from './body-reader.ts';
import { formatNumber, readNumbering } from './numbering.ts';
import { openPackage, readRelationships, type OfficePackage } from './open-package.ts';
import { findPageParts, readPageParts, type PartContext } from './read-page-parts.ts';
import { readRelatedParts } from './read-related-parts.ts';
import { drainXml, readXml } from './read-xml.ts';
import { createSectionWriter } from './section-writer.ts';
import { readStyleSheet } from './style-sheet.ts';

/** Yields the text of a DOCX, one section per heading: page headers, the body with its notes, then page footers. */
export async function* readDocx(path: string, limits: ParseLimits): AsyncGenerator<TextSection> {
  yield* readPackage(path, limits, (bytes) => readEmbeddedDocument(bytes, limits));
}

type EmbeddedDocumentReader = Parameters<typeof readRelatedParts>[3];

async function* readPackage(
  source: string | Buffer,
  limits: ParseLimits,
  embeddedReader: EmbeddedDocumentReader,
): AsyncGenerator<TextSection> {
  const office = await openPackage(source, limits);
  try {
    yield* readDocument(office, limits, embeddedReader);
  } finally {
    office.close();
  }
}

/** An embedded document is kept in memory until the place where it is embedded, and cannot embed another one. */
const maxEmbeddedTextChars = 1_000_000;

async function readEmbeddedDocument(bytes: Buffer, limits: ParseLimits): Promise<readonly BodyPiece[]> {
  const embeddedLimits = { ...limits, textChars: maxEmbeddedTextChars, inflatedBytes: limits.inflatedBytes >> 3 };
  const pieces: BodyPiece[] = [];
  for await (const { heading, text } of readPackage(bytes, embeddedLimits, undefined)) {
    const isTitled = heading !== null && text.startsWith(heading);
    if (isTitled) pieces.push({ kind: 'heading', text: heading });
    const rest = isTitled ? text.slice(heading.length).trim() : text;
    if (rest !== '') pieces.push({ kind: 'paragraph', text: rest });
  }
  return pieces;
}

async function* readDocument(
  office: OfficePackage,
  limits: ParseLimits,
  embeddedReader: EmbeddedDocumentReader,
): AsyncGenerator<TextSection> {
  const { xmlDepth } = limits;
  const roots = await readRelationships(office, '', xmlDepth);
  const main =
    roots.find(({ kind, part }) => kind === 'officeDocument' && office.has(part))?.part ?? 'word/document.xml';
  const relationships = await readRelationships(office, main, xmlDepth);
  const getParts = (kind: string) =>
    relationships.filter((found) => found.kind === kind && office.has(found.part)).map(({ part }) => part);

  const context: PartContext = {
    office,
    styles: await readStyleSheet(office, getParts('styles')[0], xmlDepth),
    xmlDepth,
    spendTextBudget: createTextBudget(limits.textChars),
  };
  const sections = createSectionWriter();
  const pageParts = await findPageParts(context, main, relationships);
  for (const text of await readPageParts(context, pageParts.headers)) sections.add({ kind: 'paragraph', text });
  sections.finish();
  yield* sections.take();

  const body = createBodyReader({
    ...context,
    ...(await createNoteReader(context, getParts)),
    numbering: await readNumbering(office, getParts('numbering')[0], xmlDepth),
    related: await readRelatedParts(office, relationships, limits, embeddedReader, () =>
      sections.addOmission('struck_text'),
    ),
    onPiece: sections.add,
    onOmission: sections.addOmission,
  });
  for await (const _ of readXml(office.read(main), body, xmlDepth)) yield* sections.take();
  sections.finish();

  for (const text of await readPageParts(context, pageParts.footers)) sections.add({ kind: 'paragraph', text });
  sections.finish();
  yield* sections.take();
}

/** Reads the notes. Returns what a body reader needs to insert them. */
async function createNoteReader(context: PartContext, getParts: (kind: string) => readonly string[]) {
  const formats = await readNoteFormats(context, getParts('settings')[0]);
  const notes = {
    footnote: await readNotes(context, getParts('footnotes')),
    endnote: await readNotes(context, getParts('endnotes')),
  };
  const counts = { footnote: 0, endnote: 0 };
  return {
    takeNoteLabel(kind: NoteKind): string {
      counts[kind] += 1;
      return formatNumber(counts[kind], formats[kind]);
    },
    takeNote(kind: NoteKind, id: string): string | undefined {
      const note = notes[kind].get(id);
      // Only once: repeated references to a note could make a small document very large.
      notes[kind].delete(id);
      return note;
    },
  };
}

/** Reads the formats of the numbers of notes. */
async function readNoteFormats({ office, xmlDepth }: PartContext, settings: string | undefined) {
  const formats = { footnote: 'decimal', endnote: 'lowerRoman' };
  if (settings === undefined) return formats;
  let kind: NoteKind | undefined;
  await drainXml(
    office.read(settings),
    {
      open({ name, attributes: { val } }) {
        if (name === 'footnotePr') kind = 'footnote';
        else if (name === 'endnotePr') kind = 'endnote';
        else if (name === 'numFmt' && kind && val !== undefined) formats[kind] = val;
      },
      close(name) {
        if (name === 'footnotePr' || name === 'endnotePr') kind = undefined;
      },
    },
    xmlDepth,
  );
  return formats;
}

async function readNotes(context: PartContext, parts: readonly string[]): Promise<Map<string, string>> {
  const notes = new Map<string, string>();
  let current = '';
  const reader = createBodyReader({
    ...context,
    onPiece({ text }: BodyPiece) {
      const existing = notes.get(current);
      notes.set(current, existing === undefined ? text : `${existing}\n${text}`);
    },
    onNote: (id) => (current = id),
    onOmission() {},
  });
  for (const part of parts) await drainXml(context.office.read(part), reader, context.xmlDepth);
  return notes;
}
