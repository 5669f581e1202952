import { describeNameMismatch } from '../../shared/document-kinds.ts';
import type { DocumentRecord } from '../../shared/knowledge.ts';
import {
  describeDocumentStatus,
  explainDocumentStatus,
  newDocumentState,
  type DocumentStatusDisplay,
} from './document-status.ts';
import { formatNumber } from '../format/format-number.ts';
import type { UploadItem } from './upload-item.ts';

/** The phase of a file between its check and the active document. */
export type UploadPhase = 'in_progress' | 'needs_confirmation' | 'failed' | 'done';

export type UploadProgress = DocumentStatusDisplay & { readonly phase: UploadPhase; readonly reason: string | null };

/** Describes the progress of an upload by its stage and its document record. */
export function describeUpload(item: UploadItem, record: DocumentRecord | undefined): UploadProgress {
  const { stage } = item;
  switch (stage.name) {
    case 'unchecked':
      return { phase: 'in_progress', tone: 'waiting', label: 'Checking', reason: null };
    case 'queued':
      return { phase: 'in_progress', tone: 'waiting', label: 'Queued', reason: null };
    case 'uploading':
      return { phase: 'in_progress', tone: 'busy', label: 'Uploading', fraction: null, reason: null };
    case 'needs_confirmation':
      return {
        phase: 'needs_confirmation',
        tone: 'pending',
        label: stage.cause === 'duplicate' ? 'Possible duplicate' : 'Needs review',
        reason: stage.reason,
      };
    case 'rejected':
      return { phase: 'failed', tone: 'bad', label: 'Not accepted', reason: stage.reason };
    case 'failed':
      return { phase: 'failed', tone: 'bad', label: 'Upload failed', reason: stage.reason };
    case 'lost': {
      const event = { reload: 'reloaded', lock: 'locked' }[stage.cause];
      const reason = `The window was ${event} before this file was added. Add it again.`;
      return { phase: 'failed', tone: 'bad', label: 'Not added', reason };
    }
    case 'uploaded':
      return describeProcessing(record);
  }
}

function describeProcessing(record: DocumentRecord | undefined): UploadProgress {
  const state = describeDocumentStatus(record ?? newDocumentState);
  // In a linked workspace, the outbox has it from now on.
  if (record?.remote) return { ...state, phase: 'done', reason: explainDocumentStatus(record) };
  const phase = { processing: 'in_progress', active: 'done', failed: 'failed' } as const;
  return {
    ...state,
    phase: phase[record?.status ?? 'processing'],
    reason: record ? (record.error?.detail ?? describeNameMismatch(record)) : null,
  };
}

/** Summarizes all uploads: `2 of 5 in progress, 1 needs review, 1 failed`. */
export function summarizeUploads(phases: readonly UploadPhase[]): string {
  const count = (phase: UploadPhase) => phases.filter((candidate) => candidate === phase).length;
  const [inProgress, needsReview] = [count('in_progress'), count('needs_confirmation')];
  const [failed, done] = [count('failed'), count('done')];
  const parts = [
    inProgress > 0 && `${inProgress} of ${phases.length} in progress`,
    needsReview > 0 && `${needsReview} ${needsReview === 1 ? 'needs' : 'need'} review`,
    failed > 0 && `${failed} failed`,
    inProgress === 0 && done > 0 && `${done} added`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** Returns null if the lock of the window interrupted no upload. */
export function describeInterruptedUploads(items: readonly UploadItem[]): string | null {
  const count = items.filter(({ stage }) => stage.name === 'lost' && stage.cause === 'lock').length;
  if (count === 0) return null;
  return count === 1
    ? '1 upload was interrupted by the lock. Upload it again.'
    : `${formatNumber(count)} uploads were interrupted by the lock. Upload them again.`;
}
