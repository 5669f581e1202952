import type { DocumentRecord } from '../../../shared/knowledge/knowledge.ts';

/** Whether the pages of the original can be shown. The file of a document that was uploaded elsewhere is not on this computer. */
export function hasPages({ kind, sha256, status }: DocumentRecord): boolean {
  return kind === 'pdf' && sha256 !== null && status === 'active';
}
