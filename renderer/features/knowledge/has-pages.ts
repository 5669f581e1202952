import type { DocumentRecord } from '../../../shared/knowledge/knowledge.ts';

/** Whether the pages of the original can be shown. The file of a document that was uploaded elsewhere has no known kind. */
export function hasPages({ kind, status }: DocumentRecord): boolean {
  return kind === 'pdf' && status === 'active';
}
