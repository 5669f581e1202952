import { describeOmissions, omissionWords, type Omission } from '../../../shared/knowledge/omissions.ts';

/** Whether agents lack something that a reader of the document sees, or know it perhaps wrongly. */
export function isWarning({ kind }: Omission): boolean {
  return omissionWords[kind].level !== 'left_out';
}

/** Describes only what the user should check; empty if there is nothing. */
export function describeWarnings(omissions: readonly Omission[]): string {
  return describeOmissions(omissions.filter(isWarning));
}

/** Whether a part of a document was not read at all. */
export function hasUnreadParts(omissions: readonly Omission[]): boolean {
  return omissions.some(({ kind }) => omissionWords[kind].level === 'unread');
}
