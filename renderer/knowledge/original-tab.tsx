import type { ReactNode } from 'react';
import type { DocumentRecord } from '../../shared/knowledge.ts';
import { formatNumber } from '../format/format-number.ts';
import { formatSize } from '../format/format-size.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import type { RowAction } from '../ui/row-action.ts';

const kindLabels = { pdf: 'PDF document', docx: 'Word document (DOCX)', txt: 'Plain text' } as const;

type OriginalTabProps = { readonly document: DocumentRecord; readonly saveAction: RowAction };

/** Details and download of the original file. */
export function OriginalTab({ document, saveAction }: OriginalTabProps) {
  const { document_id, file_name, size_bytes, kind, pages, sha256, added_at } = document;
  return (
    <div className="flex flex-col gap-5 p-4">
      <dl className="grid grid-cols-[88px_1fr] gap-y-2">
        <DetailRow label="File">
          <span className="break-all select-text">{file_name}</span>
        </DetailRow>
        <DetailRow label="Kind">{kindLabels[kind]}</DetailRow>
        <DetailRow label="Size">
          <span title={`${formatNumber(size_bytes)} bytes`}>{formatSize(size_bytes)}</span>
        </DetailRow>
        {pages !== null && <DetailRow label="Pages">{formatNumber(pages)}</DetailRow>}
        <DetailRow label="Added">
          <RelativeTime at={added_at} />
        </DetailRow>
        <DetailRow label="SHA-256">
          <span className="flex items-start gap-1">
            <code className="min-w-0 flex-1 font-mono text-small break-all select-text">{sha256}</code>
            <CopyButton text={sha256} label="Copy SHA-256" />
          </span>
        </DetailRow>
        <DetailRow label="Document ID">
          <span className="flex items-start gap-1">
            <code className="min-w-0 flex-1 font-mono text-small break-all select-text">{document_id}</code>
            <CopyButton text={document_id} label="Copy document ID" />
          </span>
        </DetailRow>
      </dl>
      <div>
        <ActionButton action={saveAction} />
      </div>
    </div>
  );
}

function DetailRow({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}
