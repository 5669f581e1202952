import type { ReactNode } from 'react';
import type { DocumentRecord } from '../../shared/knowledge.ts';
import { formatNumber } from '../format/format-number.ts';
import { formatSize } from '../format/format-size.ts';
import { findPublicId } from '../sync/find-public-id.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { PanelFooter } from '../ui/panel.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import type { RowAction } from '../ui/row-action.ts';

const kindLabels = { pdf: 'PDF document', docx: 'Word document (DOCX)', txt: 'Plain text' } as const;

type OriginalTabProps = { readonly document: DocumentRecord; readonly saveAction: RowAction };

/** Details and download of the original file. */
export function OriginalTab({ document, saveAction }: OriginalTabProps) {
  const { document_id, file_name, size_bytes, kind, pages, sha256, added_at } = document;
  const publicId = findPublicId(document_id, document);
  return (
    <div className="flex h-full flex-col">
      <dl className="grid min-h-0 flex-1 grid-cols-[88px_1fr] content-start gap-y-2 overflow-y-auto p-4">
        {file_name !== null && (
          <DetailRow label="File">
            <span className="break-all select-text">{file_name}</span>
          </DetailRow>
        )}
        {kind !== null && <DetailRow label="Kind">{kindLabels[kind]}</DetailRow>}
        {size_bytes !== null && (
          <DetailRow label="Size">
            <span title={`${formatNumber(size_bytes)} bytes`}>{formatSize(size_bytes)}</span>
          </DetailRow>
        )}
        {pages !== null && <DetailRow label="Pages">{formatNumber(pages)}</DetailRow>}
        {added_at !== null && (
          <DetailRow label="Added">
            <RelativeTime at={added_at} />
          </DetailRow>
        )}
        {sha256 !== null && <CodeRow label="SHA-256" code={sha256} copyLabel="Copy SHA-256" />}
        {publicId !== null && <CodeRow label="Document ID" code={publicId} copyLabel="Copy document ID" />}
      </dl>
      {kind === null ? (
        <p className="border-t border-line p-4 text-muted">
          This document was uploaded elsewhere. Its original file is not on this computer.
        </p>
      ) : (
        <PanelFooter>
          <ActionButton size="large" action={saveAction} />
        </PanelFooter>
      )}
    </div>
  );
}

type CodeRowProps = { readonly label: string; readonly code: string; readonly copyLabel: string };

function CodeRow({ label, code, copyLabel }: CodeRowProps) {
  return (
    <DetailRow label={label}>
      <span className="flex items-start gap-1">
        <code className="min-w-0 flex-1 font-mono text-small break-all select-text">{code}</code>
        <CopyButton text={code} label={copyLabel} />
      </span>
    </DetailRow>
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
