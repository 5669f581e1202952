import { Link } from '@tanstack/react-router';
import type { Overview } from '../../../shared/window/overview.ts';
import { formatCount, formatNumber } from '../../format/format-number.ts';
import { describeDocumentStatus } from '../knowledge/public.ts';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { StatusLabel } from '../../ui/feedback/status-label.tsx';
import { OverviewRow, OverviewRows, rowLinkClass } from './overview-row.tsx';
import { OverviewSection } from './overview-section.tsx';

type ProcessingDocumentsProps = Pick<Overview, 'processing'>;

/** The documents that are being processed, if there are any. */
export function ProcessingDocuments({ processing: { total, data } }: ProcessingDocumentsProps) {
  if (total === 0) return null;
  const hiddenCount = total - data.length;
  return (
    <OverviewSection
      title={`${formatCount(total, 'document')} processing`}
      more={{ label: 'All documents', link: { to: '/knowledge', search: {} } }}
    >
      <OverviewRows label="Documents in processing">
        {data.map((document) => (
          <ProcessingDocumentRow key={document.document_id} document={document} />
        ))}
      </OverviewRows>
      {hiddenCount > 0 && <p className="pt-1.5 text-small text-muted">and {formatNumber(hiddenCount)} more</p>}
    </OverviewSection>
  );
}

function ProcessingDocumentRow({ document }: { readonly document: Overview['processing']['data'][number] }) {
  const { tone, label, fraction } = describeDocumentStatus(document);
  return (
    <OverviewRow>
      <Link
        to="/knowledge"
        search={{ document: document.document_id }}
        className={`min-w-0 flex-1 truncate font-medium ${rowLinkClass}`}
      >
        {document.title}
      </Link>
      <span className="relative flex h-full w-44 shrink-0 flex-col justify-center">
        <StatusLabel tone={tone} label={label} />
        {fraction !== undefined && (
          <ProgressBar
            label={`Processing ${document.title}`}
            fraction={fraction}
            className="absolute right-0 bottom-1 left-5"
          />
        )}
      </span>
    </OverviewRow>
  );
}
