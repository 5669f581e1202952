import type { DocumentKind } from '../../../../../shared/knowledge/knowledge.ts';
import { describeOmissions, type Omission, type OmissionKind } from '../../../../../shared/knowledge/omissions.ts';
import { addUpOmissions } from '../add-up-omissions.ts';

/** Why a document with this omission may have no text, and what to do; the first that applies is shown. */
const reasons: readonly (readonly [OmissionKind, string])[] = [
  [
    'form',
    'This is a form that only Adobe Reader can show. Open it there, print it to a new PDF, and upload that one.',
  ],
  [
    'embedded_file',
    'The document contains only attached files, and no text of its own. Save the attached files, and upload them instead.',
  ],
  [
    'unreadable_text',
    'The fonts of the document do not say which letters they show. Run text recognition (OCR) and upload it again.',
  ],
  [
    'scanned_page',
    'The PDF contains no text. Its pages are scanned images. Run text recognition (OCR) and upload it again.',
  ],
];

/** Returns why a document has no text, by what was left out of it. */
export function describeNoText(kind: DocumentKind, omissions: readonly Omission[]): string {
  const reason = reasons.find(([name]) => omissions.some((omission) => omission.kind === name));
  if (reason) return reason[1];
  const leftOut = describeOmissions(addUpOmissions(omissions.map((omission) => ({ ...omission, page: null }))));
  if (leftOut !== '') return `The document contains no text. ${leftOut}`;
  return kind === 'pdf'
    ? 'The PDF contains no text. Its pages may be scanned images. Run text recognition (OCR) and upload it again.'
    : 'The document contains no text.';
}
