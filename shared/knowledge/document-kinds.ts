import type { DocumentKind } from './knowledge.ts';

/** A Markdown file without marks is plain text, and so is a part of a web page. */
const kindsByExtension: Readonly<Record<string, readonly DocumentKind[]>> = {
  pdf: ['pdf'],
  docx: ['docx'],
  txt: ['txt'],
  text: ['txt'],
  csv: ['txt'],
  log: ['txt'],
  html: ['html'],
  htm: ['html'],
  xhtml: ['html'],
  md: ['md', 'txt'],
  markdown: ['md', 'txt'],
};

/** `.pdf`, `.docx`, …: the extensions of files that can be added to the knowledge base. */
export const documentFileExtensions: readonly string[] = Object.keys(kindsByExtension).map((name) => `.${name}`);

const kindNames = {
  pdf: 'a PDF',
  docx: 'a Word document (DOCX)',
  txt: 'plain text',
  html: 'a web page (HTML)',
  md: 'Markdown',
} as const satisfies Record<DocumentKind, string>;

/** The kind of a file by its content, and its name, which is only a hint. */
type NamedFile = { readonly file_name: string | null; readonly kind: DocumentKind | null };

/** Returns how a file is processed if its name suggests another kind, or null. A name without an extension suggests none, nor does a file that is not known. */
export function describeNameMismatch({ file_name, kind }: NamedFile): string | null {
  if (file_name === null || kind === null) return null;
  const extension = /(?<=.\.)[a-z][a-z0-9]{0,9}$/i.exec(file_name)?.[0];
  if (extension === undefined || kindsByExtension[extension.toLowerCase()]?.includes(kind)) return null;
  return `Although its name ends in .${extension}, the file is processed as ${kindNames[kind]}.`;
}

/** The formats that are accepted, for messages. */
export const acceptedFormats = 'PDF, DOCX, TXT, HTML or Markdown';
