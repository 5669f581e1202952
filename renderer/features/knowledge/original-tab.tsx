import type { ReactNode } from 'react';
import type { DocumentRecord } from '../../../shared/knowledge/knowledge.ts';
import { formatNumber } from '../../format/format-number.ts';
import { formatSize } from '../../format/format-size.ts';
import { DocumentUsage } from './document-usage.tsx';
import { findPublicId } from '../../data/find-public-id.ts';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { RelativeTime } from '../../ui/page/relative-time.tsx';

const kindLabels = {
  pdf: 'PDF document',
  docx: 'Word document (DOCX)',
  txt: 'Plain text',
  html: 'Web page (HTML)',
  md: 'Markdown',
} as const;

/** Details of the original file. */
export function OriginalTab({ document }: { readonly document: DocumentRecord }) {
  const { document_id, file_name, size_bytes, kind, pages, sha256, added_at } = document;
  const publicId = findPublicId(document_id, document);
  return (
    <>
      <dl className="grid grid-cols-[5.5rem_1fr] gap-y-2 p-4">
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
      <DocumentUsage documentId={document_id} />
      {sha256 === null && (
        <p className="border-t border-line p-4 text-muted">
          This document was uploaded elsewhere. Its original file is not on this computer.
        </p>
      )}
    </>
  );
}

type CodeRowProps = { readonly label: string; readonly code: string; readonly copyLabel: string };

function CodeRow({ label, code, copyLabel }: CodeRowProps) {
  return (
    <DetailRow label={label}>
      <span className="flex items-start gap-1">
        <code className="min-w-0 flex-1 font-mono text-small leading-5 break-all select-text">{code}</code>
        <span className="-my-0.5">
          <CopyButton text={code} label={copyLabel} />
        </span>
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
