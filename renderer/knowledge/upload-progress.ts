import type { DocumentRecord } from '../../shared/knowledge.ts';
import { describeDocumentStatus, type DocumentStatusDisplay } from './document-status.ts';
import type { UploadItem } from './upload-item.ts';

/** Where a file is on its whole way, from the check to being active. */
export type UploadPhase = 'underway' | 'asking' | 'failed' | 'done';

export type UploadProgress = DocumentStatusDisplay & { readonly phase: UploadPhase; readonly reason: string | null };

/** Joins what the queue knows of a file with what its document record tells. */
export function describeUpload(item: UploadItem, record: DocumentRecord | undefined): UploadProgress {
  const { stage } = item;
  switch (stage.name) {
    case 'checking':
      return { phase: 'underway', tone: 'waiting', label: 'Checking', reason: null };
    case 'waiting':
      return { phase: 'underway', tone: 'waiting', label: 'Waiting', reason: null };
    case 'uploading':
      return { phase: 'underway', tone: 'busy', label: 'Uploading', fraction: null, reason: null };
    case 'asking':
      return { phase: 'asking', tone: 'pending', label: 'Needs an answer', reason: stage.reason };
    case 'refused':
      return { phase: 'failed', tone: 'bad', label: 'Not added', reason: stage.reason };
    case 'failed':
      return { phase: 'failed', tone: 'bad', label: 'Not uploaded', reason: stage.reason };
    case 'accepted':
      return describeProcessing(record);
  }
}

function describeProcessing(record: DocumentRecord | undefined): UploadProgress {
  const state = describeDocumentStatus(record ?? { status: 'processing', progress: null });
  const phase = { processing: 'underway', active: 'done', failed: 'failed' } as const;
  return { ...state, phase: phase[record?.status ?? 'processing'], reason: record?.error?.detail ?? null };
}

/** One line over all: `2 of 5 on the way, 1 needs an answer, 1 failed`. */
export function summarizeUploads(phases: readonly UploadPhase[]): string {
  const count = (phase: UploadPhase) => phases.filter((one) => one === phase).length;
  const [underway, asking, failed, done] = [count('underway'), count('asking'), count('failed'), count('done')];
  const parts = [
    underway > 0 && `${underway} of ${phases.length} on the way`,
    asking > 0 && `${asking} ${asking === 1 ? 'needs' : 'need'} an answer`,
    failed > 0 && `${failed} failed`,
    underway === 0 && done > 0 && `${done} added`,
  ];
  return parts.filter(Boolean).join(', ');
}
