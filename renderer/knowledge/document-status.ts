import type { DocumentRecord } from '../../shared/knowledge.ts';
import { formatCount, formatNumber } from '../format/format-number.ts';
import type { StatusTone } from '../ui/status-label.tsx';

export type DocumentStatusDisplay = {
  readonly tone: StatusTone;
  readonly label: string;
  /** From 0 to 1; null while unknown, undefined if the document is not being processed. */
  readonly fraction?: number | null;
};

/** Describes the status and processing progress of a document. */
export function describeDocumentStatus({
  status,
  progress,
}: Pick<DocumentRecord, 'status' | 'progress'>): DocumentStatusDisplay {
  if (status === 'active') return { tone: 'good', label: 'Active' };
  if (status === 'failed') return { tone: 'bad', label: 'Failed' };
  if (!progress) return { tone: 'waiting', label: 'Queued' };
  const { page, pages, chunks } = progress;
  if (pages !== null && page < pages)
    return {
      tone: 'busy',
      label: `Page ${formatNumber(page)} of ${formatNumber(pages)}`,
      fraction: pages > 0 ? page / pages : null,
    };
  if (chunks > 0) return { tone: 'busy', label: `${formatCount(chunks, 'chunk')} processed`, fraction: null };
  return { tone: 'busy', label: 'Processing', fraction: null };
}
