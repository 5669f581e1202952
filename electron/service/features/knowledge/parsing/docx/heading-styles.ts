import type { OfficePackage } from './open-package.ts';
import { drainXml } from './read-xml.ts';

type ParagraphStyle = {
  readonly id: string;
  name: string;
  basedOn: string | undefined;
  outlineLevel: number | undefined;
};

/** Outline levels are 0 to 8; 9 is body text (ECMA-376 part 1, 17.3.1.20). */
const bodyOutlineLevel = 9;
const maxStyles = 10_000;

/**
 * Returns the ids of the paragraph styles for headings. Ids depend on the language of Word ("berschrift1", "Titre1"); the
 * built-in names and outline levels do not.
 */
export async function readHeadingStyles(
  office: OfficePackage,
  part: string,
  maxDepth: number,
): Promise<ReadonlySet<string>> {
  const styles = await readStyles(office, part, maxDepth);
  return new Set([...styles.keys()].filter((id) => isHeadingStyle(id, styles)));
}

export function isHeadingLevel(value: string | undefined): boolean {
  const level = Number(value ?? bodyOutlineLevel);
  return Number.isInteger(level) && level >= 0 && level < bodyOutlineLevel;
}

async function readStyles(
  office: OfficePackage,
  part: string,
  maxDepth: number,
): Promise<ReadonlyMap<string, ParagraphStyle>> {
  const styles = new Map<string, ParagraphStyle>();
  let style: ParagraphStyle | undefined;
  await drainXml(
    office.read(part),
    {
      open({ name, attributes: { styleId, type, val } }) {
        if (name === 'style' && styleId !== undefined && type === 'paragraph' && styles.size < maxStyles) {
          style = { id: styleId, name: '', basedOn: undefined, outlineLevel: undefined };
          styles.set(styleId, style);
        } else if (style && name === 'name') style.name = (val ?? '').toLowerCase();
        else if (style && name === 'basedOn') style.basedOn = val;
        else if (style && name === 'outlineLvl') style.outlineLevel = Number(val);
      },
      close(name) {
        if (name === 'style') style = undefined;
      },
    },
    maxDepth,
  );
  return styles;
}

function isHeadingStyle(id: string, styles: ReadonlyMap<string, ParagraphStyle>): boolean {
  const seen = new Set<string>();
  for (let style = styles.get(id); style && !seen.has(style.id); style = styles.get(style.basedOn ?? '')) {
    seen.add(style.id);
    if (style.outlineLevel !== undefined) return isHeadingLevel(String(style.outlineLevel));
    if (/^(?:heading [1-9]|title)$/.test(style.name)) return true;
    // The title of the table of contents is based on a heading style but is not a heading.
    if (style.name === 'toc heading') return false;
  }
  return false;
}
