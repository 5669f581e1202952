import type { DocumentRecord } from '../../shared/knowledge.ts';
import { formatCount, formatNumber } from '../format/format-number.ts';
import type { StatusTone } from '../ui/status-label.tsx';

export type DocumentStatusDisplay = {
  readonly tone: StatusTone;
  readonly label: string;
  /** 0 to 1, null while it is not known, undefined where nothing is under way. */
  readonly fraction?: number | null;
};

/** A document's status in words, with how far its reading has come. Reading counts for half of the whole. */
export function describeDocumentStatus({
  status,
  progress,
}: Pick<DocumentRecord, 'status' | 'progress'>): DocumentStatusDisplay {
  if (status === 'active') return { tone: 'good', label: 'Active' };
  if (status === 'failed') return { tone: 'bad', label: 'Failed' };
  if (!progress) return { tone: 'busy', label: 'Waiting to be read', fraction: null };
  const { page, pages, chunks } = progress;
  if (pages !== null && page < pages)
    return {
      tone: 'busy',
      label: `Page ${formatNumber(page)} of ${formatNumber(pages)}`,
      fraction: pages > 0 ? page / pages : null,
    };
  if (chunks > 0) return { tone: 'busy', label: `${formatCount(chunks, 'chunk')} so far`, fraction: null };
  return { tone: 'busy', label: 'Reading', fraction: null };
}
