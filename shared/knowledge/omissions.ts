import * as z from 'zod';

/**
 * `unread`: a reader of the document sees it, but agents do not know it. `uncertain`: agents know it, but perhaps wrongly.
 * `left_out`: a reader of the document does not see it either, so agents do not answer from it.
 */
type OmissionLevel = 'unread' | 'uncertain' | 'left_out';

type OmissionWords = { readonly level: OmissionLevel; readonly one: string; readonly many: string };

/** What can be missing in the text of a document, in the order in which it is described, with the nouns of its sentence. */
export const omissionWords = {
  scanned_page: { level: 'unread', one: 'scanned image without text', many: 'scanned images without text' },
  form: { level: 'unread', one: 'form that only Adobe Reader can show', many: 'forms that only Adobe Reader can show' },
  form_field: { level: 'unread', one: 'form field', many: 'form fields' },
  diagram: { level: 'unread', one: 'diagram', many: 'diagrams' },
  chart: { level: 'unread', one: 'chart', many: 'charts' },
  /** Only an image that is large enough to show text. */
  image: { level: 'unread', one: 'large image', many: 'large images' },
  equation: { level: 'unread', one: 'equation', many: 'equations' },
  embedded_file: { level: 'unread', one: 'attached file', many: 'attached files' },
  embedded_object: { level: 'unread', one: 'embedded object', many: 'embedded objects' },
  /** The font does not say which characters its glyphs are. Counted in lines or paragraphs. */
  unreadable_text: { level: 'unread', one: 'passage in an unreadable font', many: 'passages in an unreadable font' },
  unreadable_character: { level: 'unread', one: 'character', many: 'characters' },
  uncertain_table: { level: 'uncertain', one: 'table', many: 'tables' },
  uncertain_encoding: { level: 'uncertain', one: 'file', many: 'files' },
  hidden_text: { level: 'left_out', one: 'passage of hidden text', many: 'passages of hidden text' },
  struck_text: { level: 'left_out', one: 'passage of struck out text', many: 'passages of struck out text' },
  comment: { level: 'left_out', one: 'comment', many: 'comments' },
} as const satisfies Readonly<Record<string, OmissionWords>>;

export type OmissionKind = keyof typeof omissionWords;

export const omissionKinds: readonly OmissionKind[] = Object.keys(omissionWords) as OmissionKind[]; // the keys of the constant above

export const maxPageRanges = 8;

/** Something that a section or page of a document contains, but its text does not. */
export const omissionSchema = z.object({ kind: z.enum(omissionKinds), count: z.int().min(1) });

export type Omission = z.infer<typeof omissionSchema>;

const pageRangeSchema = z.object({ first: z.int().min(1), last: z.int().min(1) });

export type PageRange = z.infer<typeof pageRangeSchema>;

/** What all sections of a document leave out of one kind, with the first ranges of its pages; with none, they are not known. */
export const documentOmissionSchema = omissionSchema.extend({ pages: z.array(pageRangeSchema).max(maxPageRanges) });

export type DocumentOmission = z.infer<typeof documentOmissionSchema>;

type Described = Omission & Partial<Pick<DocumentOmission, 'pages'>>;

/**
 * Returns one sentence for what was not read, one for what may be wrong, and one for what was left out on purpose, as far as there
 * are any: “2 diagrams and 1 form field were not read. Pages 3 to 5 are scanned images without text.”
 */
export function describeOmissions(omissions: readonly Described[]): string {
  const sorted = omissions.toSorted((a, b) => omissionKinds.indexOf(a.kind) - omissionKinds.indexOf(b.kind));
  const isDescribedAlone = ({ kind }: Described) => kind === 'scanned_page' || kind === 'uncertain_encoding';
  const ofLevel = (level: OmissionLevel) =>
    sorted.filter((omission) => omissionWords[omission.kind].level === level && !isDescribedAlone(omission));
  const sentences = [
    toSentence(ofLevel('unread'), { one: 'was not read', many: 'were not read' }),
    ...sorted.filter(({ kind }) => kind === 'scanned_page').map(describeScannedPages),
    toSentence(ofLevel('uncertain'), { one: 'may have been read wrongly', many: 'may have been read wrongly' }),
    sorted.some(({ kind }) => kind === 'uncertain_encoding')
      ? 'Some letters may be wrong, because the file does not say how they are encoded.'
      : '',
    toSentence(ofLevel('left_out'), { one: 'was left out', many: 'were left out' }),
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

type NumberedWords = { readonly one: string; readonly many: string };

function toSentence(omissions: readonly Described[], verb: NumberedWords): string {
  if (omissions.length === 0) return '';
  const isOne = omissions.length === 1 && omissions[0]?.count === 1;
  return `${joinWords(omissions.map(({ kind, count }) => formatCount(count, omissionWords[kind])))} ${isOne ? verb.one : verb.many}.`;
}

function describeScannedPages({ count, pages = [] }: Described): string {
  const { one, many } = omissionWords.scanned_page;
  return `${formatPages(count, pages)} ${count === 1 ? `is a ${one}` : `are ${many}`}.`;
}

/** Returns “Page 3”, “Pages 3 to 5, 8 and 12 more”, or “2 pages” if it is not known which. */
function formatPages(count: number, pages: readonly PageRange[]): string {
  if (pages.length === 0) return formatCount(count, { one: 'page', many: 'pages' });
  const ranges = pages.flatMap(({ first, last }) =>
    last - first < 2 ? [...new Set([first, last])].map(String) : [`${first} to ${last}`],
  );
  const others = count - pages.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  if (others > 0) ranges.push(`${formatNumber(others)} more`);
  return `${count === 1 ? 'Page' : 'Pages'} ${joinWords(ranges)}`;
}

function formatCount(count: number, { one, many }: NumberedWords): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

const formatNumber = (value: number) => value.toLocaleString('en-US');

/** Joins words as in “a, b and c”. */
function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
