import { X } from 'lucide-react';
import type { DocumentRecord } from '../../../shared/knowledge/knowledge.ts';
import { formatSize } from '../../format/format-size.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { StatusLabel } from '../../ui/feedback/status-label.tsx';
import { useBusy } from '../../ui/feedback/use-busy.ts';
import { decideSimilar, deleteDocument, deleteVersion, restoreVersion, retryDocument } from './document-actions.ts';
import { needsOtherFile } from './document-status.ts';
import { pickReplacement } from './pick-replacement.ts';
import type { UploadItem } from './upload-item.ts';
import type { UploadPhase, UploadProgress } from './upload-progress.ts';
import { uploads } from './uploads.ts';

type UploadRowProps = {
  readonly item: UploadItem;
  readonly record: DocumentRecord | undefined;
  readonly progress: UploadProgress;
};

export function UploadRow({ item, record, progress }: UploadRowProps) {
  const { title, fileName, sizeBytes, stage, question } = item;
  const { phase, tone, label, fraction, reason } = progress;
  /** In a linked workspace, the sync panel and the document offer the actions for an uploaded file. */
  const isInOutbox = record !== undefined && record.remote !== null;
  const dismissLabel = isInOutbox ? 'Dismiss' : getDismissLabel(phase);
  const [isBusy, run] = useBusy();
  const similar = record && !record.pending ? record.similar : null;
  const isOtherFileNeeded = record !== undefined && needsOtherFile(record);
  return (
    <li aria-label={title} className="flex min-h-(--row-height) items-center gap-3 py-0.5 pr-3 pl-6">
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline gap-2">
          <span className="truncate" title={fileName}>
            {title}
          </span>
          <span className="shrink-0 text-small text-muted">{formatSize(sizeBytes)}</span>
        </p>
        {item.replaces && <p className="truncate text-small text-muted">New version: {fileName}</p>}
        {question !== undefined && <p className="truncate text-small text-muted">For the question “{question}”</p>}
        {reason && <p className="text-small text-muted select-text">{reason}</p>}
      </div>
      <div className="relative w-42 shrink-0 text-small text-muted">
        <StatusLabel tone={tone} label={label} />
        {fraction !== undefined && (
          <ProgressBar
            label={`Processing ${title}`}
            fraction={fraction}
            className="absolute inset-x-0 -bottom-1 ml-5"
          />
        )}
      </div>
      <div className="flex w-40 shrink-0 items-center justify-end gap-1.5">
        {stage.name === 'needs_confirmation' && (
          <>
            {stage.cause === 'same_name' && (
              <Button size="small" aria-label={`Replace ${title}`} onClick={() => uploads.replace(item.id)}>
                Replace
              </Button>
            )}
            <Button
              size="small"
              aria-label={`${stage.cause === 'same_name' ? 'Add as another document' : 'Add anyway'}: ${title}`}
              onClick={() => uploads.addAnyway(item.id)}
            >
              {stage.cause === 'same_name' ? 'Add' : 'Add anyway'}
            </Button>
            <Button size="small" aria-label={`Skip ${title}`} onClick={() => uploads.dismiss(item.id)}>
              Skip
            </Button>
          </>
        )}
        {record && similar && (
          <>
            <Button
              size="small"
              aria-label={`Replace “${similar.title}” with ${title}`}
              aria-busy={isBusy}
              onClick={() => void run(() => decideSimilar(record, similar, 'replace'))}
            >
              Replace
            </Button>
            <Button
              size="small"
              aria-label={`Keep both: ${title}`}
              onClick={() => void run(() => decideSimilar(record, similar, 'keep_both'))}
            >
              Keep both
            </Button>
          </>
        )}
        {phase === 'failed' && !isInOutbox && !['rejected', 'lost'].includes(stage.name) && (
          <Button
            size="small"
            aria-label={`${isOtherFileNeeded ? 'Replace' : 'Retry'} ${title}`}
            aria-busy={isBusy}
            onClick={() => (isOtherFileNeeded ? pickReplacement(record) : void run(() => retry(item, record)))}
          >
            {isOtherFileNeeded ? 'Replace…' : 'Retry'}
          </Button>
        )}
        {(phase !== 'needs_confirmation' || similar) && (
          <IconButton
            label={`${dismissLabel} ${title}`}
            side="left"
            icon={<X aria-hidden size={14} />}
            onClick={() => void run(() => dismiss(item, phase === 'done' || isInOutbox || similar !== null, record))}
          />
        )}
      </div>
    </li>
  );
}

function getDismissLabel(phase: UploadPhase): string {
  return phase === 'in_progress' ? 'Cancel' : phase === 'failed' ? 'Remove' : 'Dismiss';
}

async function retry(item: UploadItem, record: DocumentRecord | undefined) {
  if (record && item.replaces) await restoreVersion(record, record.next_version?.version ?? 0);
  else if (record) await retryDocument(record);
  else uploads.retry(item.id);
}

/** Removes the row. A document that is not active yet is deleted, too, unless it is kept. */
async function dismiss(
  { id, title, stage, replaces }: UploadItem,
  isKept: boolean,
  record: DocumentRecord | undefined,
) {
  const next = record?.next_version;
  if (replaces && record && next) await deleteVersion(record, next.version);
  if (stage.name === 'uploaded' && !isKept && !replaces) await deleteDocument({ document_id: stage.documentId, title });
  else uploads.dismiss(id);
}
