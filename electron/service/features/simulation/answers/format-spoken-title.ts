import { lowerFirst, normalizeLine } from '../../../platform/text-line.ts';

const maxTitleWords = 9;
const maxTitleLength = 70;

/** Words for kinds of documents that follow "our". */
const documentTypePattern =
  /\b(?:guide|handbook|policy|policies|agreement|terms|questions|faqs?|answers|procedures?|booklet|manual|list|sheet|brochure|rules|instructions|overview|leaflet|contract|conditions|notes|report|catalogue|catalog|pricing|prices|plans|rates|fees)(?=$| (?:for|of|on|about|to|by|and)\b)/i;

const internalDocumentPattern = /\b(?:playbook|runbook|battlecard|script|internal|confidential)\b/i;
const staffAudiencePattern = /\bfor (?:agents|staff|employees)\b/i;

/** Ordinary words of business titles. A title capitalizes them; speech does not. */
const ordinaryWords: ReadonlySet<string> = new Set(
  'a an and the of for to on in by with about our your account accounts agreement agreements answers appointment appointments asked billing bills booklet brochure bulletin bulletins business call calls cancellation cancellations catalog center claims complaint complaints conditions contract contracts credit credits customer customers data delivery equipment escalation faq faqs fees frequently general goodwill guide handbook handling hardware help home information installation instructions insurance internet invoice invoices list maintenance manual membership moving new notes notice opening order orders outage outages overview payment payments phone plan plans policies policy price prices pricing privacy procedure procedures product products questions quick rates refund refunds renewal renewals repair repairs report request requests residential return returns router rules safety sales security service services setup sheet shipping standard start support technician technicians terms travel troubleshooting visit visits warranty welcome'.split(
    ' ',
  ),
);

/**
 * Returns the name of a document as an agent says it, such as "our 2026 price list". File extensions,
 * separators, version numbers and subtitles are left out. Returns null for internal documents and titles that cannot be
 * spoken.
 */
export function formatSpokenTitle(title: string): string | null {
  const name = removeSubtitle(removeVersion(removeFileSyntax(normalizeLine(title, 160))));
  const isSpeakable =
    /\p{L}{2}/u.test(name) &&
    name.split(' ').length <= maxTitleWords &&
    name.length <= maxTitleLength &&
    !name.endsWith('?');
  if (!isSpeakable || isInternalDocument(title) || staffAudiencePattern.test(title.replaceAll(/[_-]/g, ' ')))
    return null;
  const spoken = moveYearToFront(lowerOrdinaryWords(name)).replace(/^(?:our|the|your|my) /i, '');
  return documentTypePattern.test(spoken) ? `our ${spoken}` : `our information on ${spoken}`;
}

/** Returns whether the content of a document is for employees only, judged by its title. */
export function isInternalDocument(title: string): boolean {
  return internalDocumentPattern.test(title.replaceAll(/[_-]/g, ' '));
}

function removeFileSyntax(title: string): string {
  const withoutExtension = title.replace(/\.(?:pdf|docx?|txt|md|rtf|odt|html?)$/i, '');
  const isFileName = !/\s/.test(withoutExtension);
  return (isFileName ? withoutExtension.replaceAll('-', ' ') : withoutExtension)
    .replaceAll(/[_*#<>{}[\]|"“”]+/g, ' ')
    .replaceAll(/\bwi ?fi\b/gi, 'Wi-Fi')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Removes "v2.1", "(final)", "rev. 3", full dates and counters such as "(1)". */
function removeVersion(name: string): string {
  return name
    .replaceAll(/\((?:\d+|copy|final|draft|new|latest)\)/gi, ' ')
    .replaceAll(/\b20\d\d[-. ](?:0?[1-9]|1[0-2])[-. ](?:0?[1-9]|[12]\d|3[01])\b/g, ' ')
    .replaceAll(/\b(?:version|revision|ver|rev|v)[. ]?\s?\d+(?:[._ ]\d+)*(?=\s|$|[,:;)])/gi, ' ')
    .replaceAll(/[\s,(-]+(?:final|draft|copy|latest)\)?(?=\s|$)/gi, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function removeSubtitle(name: string): string {
  return (name.split(/:\s|\s[|–—-]\s|\s\(/)[0] ?? '').trim();
}

function lowerOrdinaryWords(name: string): string {
  const words = name.split(' ').map((word) => {
    const lower = word.toLowerCase();
    return ordinaryWords.has(lower.replace(/[,.;]$/, '')) ? lower : word;
  });
  const hasNames = words.slice(1).some((word) => /^\p{Lu}\p{Ll}+$/u.test(word));
  return (hasNames ? words.join(' ') : lowerFirst(words.join(' '))).replace(
    /\b(?:frequently asked questions|faqs?)\b/i,
    'FAQ',
  );
}

/** "price list 2026" becomes "2026 price list". */
function moveYearToFront(name: string): string {
  return name.replace(/^(?<words>.+?),? (?<year>(?:19|20)\d\d)$/, '$<year> $<words>');
}
