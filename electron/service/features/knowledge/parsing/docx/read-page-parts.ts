import { createBodyReader } from './body-reader.ts';
import type { OfficePackage, Relationship } from './open-package.ts';
import { drainXml, type XmlHandler } from './read-xml.ts';
import { isOn } from './run-format.ts';
import type { StyleSheet } from './style-sheet.ts';

/** What the readers of all parts of a document share. */
export type PartContext = {
  readonly office: OfficePackage;
  readonly styles: StyleSheet;
  readonly xmlDepth: number;
  readonly spendTextBudget: (chars: number) => void;
};

type PageParts = { readonly headers: readonly string[]; readonly footers: readonly string[] };

/**
 * Finds the headers and footers that pages show (ECMA-376 part 1, 17.10). Those of first and even pages can be left over
 * from a time when these pages had their own.
 */
export async function findPageParts(
  context: PartContext,
  main: string,
  relationships: readonly Relationship[],
): Promise<PageParts> {
  const ofKind = (kind: string) =>
    relationships.filter((found) => found.kind === kind && context.office.has(found.part));
  const [headers, footers] = [ofKind('header'), ofKind('footer')];
  // Most documents have one header, and need not be read twice.
  const isShown =
    headers.length > 1 || footers.length > 1
      ? await createShownFilter(context, main, ofKind('settings')[0]?.part)
      : () => true;
  const list = (found: readonly Relationship[]) => found.filter(({ id }) => isShown(id)).map(({ part }) => part);
  return { headers: list(headers), footers: list(footers) };
}

async function createShownFilter(
  { office, xmlDepth }: PartContext,
  main: string,
  settings: string | undefined,
): Promise<(relationshipId: string) => boolean> {
  const typesById = new Map<string, Set<string>>();
  const shownTypes = new Set(['default']);
  const handler: XmlHandler = {
    open({ name, attributes: { id = '', type = 'default', val } }) {
      if (name === 'titlePg' && isOn(val)) shownTypes.add('first');
      else if (name === 'evenAndOddHeaders' && isOn(val)) shownTypes.add('even');
      else if (name === 'headerReference' || name === 'footerReference')
        typesById.set(id, (typesById.get(id) ?? new Set()).add(type));
    },
    close() {},
  };
  for (const part of [main, ...(settings === undefined ? [] : [settings])])
    await drainXml(office.read(part), handler, xmlDepth);
  return (id) => [...(typesById.get(id) ?? [])].some((type) => shownTypes.has(type));
}

/** Returns the distinct texts of page headers or footers. Those of the first, odd and even pages are often the same. */
export async function readPageParts(context: PartContext, parts: readonly string[]): Promise<ReadonlySet<string>> {
  const texts = new Set<string>();
  for (const part of parts) {
    const pieces: string[] = [];
    const reader = createBodyReader({
      ...context,
      onPiece: ({ text }) => pieces.push(text),
      onOmission() {},
    });
    await drainXml(context.office.read(part), reader, context.xmlDepth);
    const text = pieces.join('\n');
    // Skips page numbers.
    if (/\p{L}/u.test(text)) texts.add(text);
  }
  return texts;
}
