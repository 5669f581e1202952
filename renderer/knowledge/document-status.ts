import type { DocumentRecord } from '../../shared/knowledge.ts';
import { formatCount, formatNumber } from '../format/format-number.ts';
import type { StatusTone } from '../ui/status.tsx';

export type DocumentState = {
  readonly tone: StatusTone;
  readonly word: string;
  /** 0 to 1, null while it is not known, undefined where nothing is under way. */
  readonly share?: number | null;
};

/** A document's status in words, with how far its reading has come. Reading counts for half of the whole. */
export function describeStatus({ status, progress }: Pick<DocumentRecord, 'status' | 'progress'>): DocumentState {
  if (status === 'active') return { tone: 'good', word: 'Active' };
  if (status === 'failed') return { tone: 'bad', word: 'Failed' };
  if (!progress) return { tone: 'busy', word: 'Waiting to be read', share: null };
  const { page, pages, chunks } = progress;
  if (pages !== null && page < pages)
    return {
      tone: 'busy',
      word: `Page ${formatNumber(page)} of ${formatNumber(pages)}`,
      share: pages > 0 ? page / pages : null,
    };
  if (chunks > 0) return { tone: 'busy', word: `${formatCount(chunks, 'chunk')} so far`, share: null };
  return { tone: 'busy', word: 'Reading', share: null };
}
