import { describeNameMismatch } from '../../../shared/knowledge/document-kinds.ts';
import type { DocumentRecord } from '../../../shared/knowledge/knowledge.ts';
import type { OpenOutboxState } from '../../../shared/workspaces/sync.ts';
import {
  describeDocumentStatus,
  describeFailedVersion,
  explainDocumentStatus,
  newDocumentState,
  type DocumentStatusDisplay,
} from './document-status.ts';
import { formatNumber } from '../../format/format-number.ts';
import { describeWarnings } from './omission-warnings.ts';
import type { UploadItem } from './upload-item.ts';

/**
 * The phase of a file between its check and the active document. In a linked workspace, an upload in the outbox is `waiting`,
 * `sending` or `undecided`.
 */
export type UploadPhase =
  | 'in_progress'
  | 'needs_confirmation'
  | 'waiting'
  | 'sending'
  | 'undecided'
  | 'failed'
  | 'done';

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
        label: { duplicate: 'Possible duplicate', same_name: 'Same name', warning: 'Needs review' }[stage.cause],
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
      return item.replaces ? describeReplacing(record) : describeProcessing(record);
  }
}

function describeProcessing(record: DocumentRecord | undefined): UploadProgress {
  const state = describeDocumentStatus(record ?? newDocumentState);
  if (record?.similar && !record.pending) {
    const reason = `“${record.similar.title}” has nearly the same text. Replace it with this version, or keep both.`;
    return { phase: 'needs_confirmation', tone: 'pending', label: 'Similar text', reason };
  }
  if (record?.remote) return { ...state, phase: findLinkedPhase(record), reason: explainDocumentStatus(record) };
  const phase = { processing: 'in_progress', active: 'done', failed: 'failed' } as const;
  return {
    ...state,
    phase: phase[record?.status ?? 'processing'],
    reason: record ? (record.error?.detail ?? describeResult(record)) : null,
  };
}

/** Describes the version that replaces a document. Until it is active, agents use the earlier one. */
function describeReplacing(record: DocumentRecord | undefined): UploadProgress {
  const next = record?.next_version;
  if (!record || !next) return describeProcessing(record);
  if (next.status === 'failed')
    return { phase: 'failed', tone: 'bad', label: 'Not replaced', reason: describeFailedVersion(record) };
  return {
    ...describeDocumentStatus({ ...newDocumentState, progress: next.progress }),
    phase: 'in_progress',
    reason: null,
  };
}

/** Describes what the user may not expect of an accepted file: its kind, and what was not read. Null if there is nothing. */
function describeResult(record: DocumentRecord): string | null {
  return [describeNameMismatch(record) ?? '', describeWarnings(record.omissions)].filter(Boolean).join(' ') || null;
}

const outboxPhases = {
  queued: 'waiting',
  in_flight: 'sending',
  held: 'undecided',
  unknown: 'undecided',
  rejected: 'failed',
} as const satisfies Record<OpenOutboxState, UploadPhase>;

/** In a linked workspace, the outbox sends an uploaded file to the remote. */
function findLinkedPhase({ status, pending }: DocumentRecord): UploadPhase {
  if (pending?.kind === 'upload_document') return outboxPhases[pending.state];
  return status === 'failed' ? 'failed' : 'done';
}

/** Summarizes all uploads: `2 of 5 in progress, 1 needs review, 1 failed`. */
export function summarizeUploads(phases: readonly UploadPhase[]): string {
  const count = (phase: UploadPhase) => phases.filter((candidate) => candidate === phase).length;
  const [inProgress, needsReview] = [count('in_progress'), count('needs_confirmation')];
  const [waiting, sending, undecided] = [count('waiting'), count('sending'), count('undecided')];
  const [failed, done] = [count('failed'), count('done')];
  const parts = [
    inProgress > 0 && `${inProgress} of ${phases.length} in progress`,
    needsReview > 0 && `${needsReview} ${needsReview === 1 ? 'needs' : 'need'} review`,
    undecided > 0 && `${undecided} ${undecided === 1 ? 'needs' : 'need'} your decision`,
    failed > 0 && `${failed} failed`,
    waiting > 0 && `${waiting} ${waiting === 1 ? 'is' : 'are'} waiting to be sent`,
    sending > 0 && `${sending} ${sending === 1 ? 'is' : 'are'} being sent`,
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
