import { lowerFirst, normalizeLine } from '../spoken-text.ts';

export type SpokenTitle = {
  /** "our renewal call playbook" */
  readonly name: string;
  readonly isPlural: boolean;
};

/** Kinds of writing that a title can name, so that "our …" can stand before it. */
const documentTypePattern =
  /\b(?:guide|handbook|policy|policies|playbook|agreement|terms|questions|faqs?|answers|procedures?|booklet|manual|list|sheet|brochure|rules|instructions|overview|leaflet|contract|conditions|notes|report|catalogue|catalog)(?=$| (?:for|of|on|about|to|by)\b)/i;
const pluralPattern = /(?:[^s]s|policies)$/i;
const maxTitleWords = 9;

/** A document as it is spoken of. */
export function formatSpokenTitle(title: string): SpokenTitle {
  const plain = normalizeLine(title, 120)
    .replace(/\.(?:pdf|docx?|txt|md)$/i, '')
    .replaceAll(/[_*#<>{}[\]|"“”]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const name = (plain.split(/:\s|\s[|–—-]\s/)[0] ?? '').trim();
  const isSayable = /\p{L}{2}/u.test(name) && name.split(' ').length <= maxTitleWords && name.length <= 70;
  if (!isSayable) return { name: 'our documents', isPlural: true };
  const kind = documentTypePattern.exec(name)?.[0];
  if (kind === undefined || /^(?:our|the|your|my)\b/i.test(name))
    return { name: `our document “${name}”`, isPlural: false };
  return { name: `our ${isTitleCased(name) ? name : lowerFirst(name)}`, isPlural: pluralPattern.test(kind) };
}

function isTitleCased(name: string): boolean {
  return name
    .split(' ')
    .slice(1)
    .some((word) => /^\p{Lu}\p{Ll}+$/u.test(word));
}
