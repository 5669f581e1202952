import type { DocumentErrorCode, DocumentRecord, IngestProgress } from '../../../shared/knowledge/knowledge.ts';
import { describeOmissions } from '../../../shared/knowledge/omissions.ts';
import { noSyncFields, type OpenOutboxItem, type OpenOutboxState } from '../../../shared/workspaces/sync.ts';
import { formatCount, formatNumber } from '../../format/format-number.ts';
import { outboxStateDisplays } from '../outbox/public.ts';
import { hasUnreadParts, isWarning } from './omission-warnings.ts';
import type { StatusTone } from '../../ui/feedback/status-label.tsx';

export type DocumentStatusDisplay = {
  readonly tone: StatusTone;
  readonly label: string;
  /** From 0 to 1; null while unknown, undefined if the document is not being processed. */
  readonly fraction?: number | null;
};

type DocumentState = Pick<DocumentRecord, 'status' | 'progress' | 'remote' | 'pending' | 'omissions' | 'next_version'>;

/** The state of a document that was just uploaded. */
export const newDocumentState: DocumentState = {
  status: 'processing',
  progress: null,
  omissions: [],
  next_version: null,
  ...noSyncFields,
};

/** Describes the status and processing progress of a document. A change that waits for the remote has priority. */
export function describeDocumentStatus({
  status,
  progress,
  remote,
  pending,
  omissions,
  next_version,
}: DocumentState): DocumentStatusDisplay {
  if (pending) return describePending(pending);
  if (status === 'active' && next_version)
    return next_version.status === 'failed'
      ? { tone: 'caution', label: 'Active, not replaced' }
      : { tone: 'busy', label: 'Active, replacing', fraction: findFraction(next_version.progress) };
  if (remote?.status) return { tone: 'neutral', label: remote.status };
  if (status === 'active' && omissions.some(isWarning))
    return { tone: 'caution', label: hasUnreadParts(omissions) ? 'Active, partly read' : 'Active, check text' };
  if (status === 'active') return { tone: 'good', label: 'Active' };
  if (status === 'failed') return { tone: 'bad', label: 'Failed' };
  if (remote)
    return remote.id === null
      ? { tone: 'neutral', label: 'Not uploaded' }
      : { tone: 'busy', label: 'Processing', fraction: null };
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

function findFraction(progress: IngestProgress | null): number | null {
  return progress?.pages ? progress.page / progress.pages : null;
}

/** Processing the same file again would fail again. */
const fileErrors: ReadonlySet<DocumentErrorCode> = new Set([
  'encrypted',
  'unreadable',
  'no_text',
  'too_complex',
  'too_long',
]);

/** Whether processing failed because of what is in the file. */
export function needsOtherFile({ error }: DocumentRecord): boolean {
  return error !== undefined && fileErrors.has(error.code);
}

/** Explains why a new version is not used, and which one is. */
export function describeFailedVersion({ version, next_version }: DocumentRecord): string {
  return `Version ${next_version?.version} cannot be used, so agents still use version ${version}. ${next_version?.error?.detail ?? ''}`.trim();
}

const deletionDisplays = {
  queued: { tone: 'pending', label: 'Deletion pending' },
  in_flight: { tone: 'busy', label: 'Deleting' },
  held: { tone: 'pending', label: 'Deletion on hold' },
  unknown: { tone: 'pending', label: 'Deletion uncertain' },
  rejected: { tone: 'bad', label: 'Deletion rejected' },
} as const satisfies Record<OpenOutboxState, DocumentStatusDisplay>;

/** The document itself is on the remote. */
const changeLabels = {
  queued: 'Change waiting',
  in_flight: 'Sending change',
  held: 'Change on hold',
  unknown: 'Change unknown',
  rejected: 'Change rejected',
} as const satisfies Record<OpenOutboxState, string>;

function describePending({ kind, state }: OpenOutboxItem): DocumentStatusDisplay {
  if (kind === 'delete_document') return deletionDisplays[state];
  if (kind === 'change_document' || kind === 'replace_document')
    return { tone: outboxStateDisplays[state].tone, label: changeLabels[state] };
  return { ...outboxStateDisplays[state], ...(state === 'in_flight' && { fraction: null }) };
}

/** Explains the status as a sentence: why it failed or waits, was not refreshed, or what it leaves out. Null if there is nothing to explain. */
export function explainDocumentStatus(document: DocumentRecord): string | null {
  const { error, remote, pending, omissions, next_version } = document;
  if (next_version?.status === 'failed') return describeFailedVersion(document);
  return (pending?.reason ?? error?.detail ?? remote?.error ?? describeOmissions(omissions)) || null;
}
