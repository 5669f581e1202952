import type { DocumentRecord } from '../../../shared/knowledge/knowledge.ts';
import { formatNumber } from '../../format/format-number.ts';
import type { Column } from '../../ui/tables/column.ts';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { StatusLabel } from '../../ui/feedback/status-label.tsx';
import { RelativeTime } from '../../ui/page/relative-time.tsx';
import { describeDocumentStatus, explainDocumentStatus } from './document-status.ts';

export const documentColumns: readonly Column<DocumentRecord>[] = [
  {
    id: 'title',
    label: 'Title',
    isFilterable: true,
    value: ({ title }) => title,
    cell: ({ title, file_name, labels }) => (
      <>
        <span title={file_name === null ? undefined : `${title} · ${file_name}`} className="font-medium">
          {title}
        </span>
        {labels.length > 0 && <span className="ml-2 text-small text-muted">{labels.join(', ')}</span>}
      </>
    ),
  },
  {
    id: 'kind',
    label: 'Kind',
    width: '72px',
    isFilterable: true,
    isSecondary: true,
    isHiddenIfEmpty: true,
    value: ({ kind }) => kind,
    cell: ({ kind }) => kind?.toUpperCase() ?? <EmptyCell />,
  },
  {
    id: 'pages',
    label: 'Pages',
    width: '80px',
    isNumber: true,
    isSecondary: true,
    isHiddenIfEmpty: true,
    value: ({ pages }) => pages,
    cell: ({ pages }) => (pages === null ? <EmptyCell /> : formatNumber(pages)),
  },
  {
    id: 'chunks',
    label: 'Chunks',
    width: '88px',
    isNumber: true,
    isHiddenWhenNarrow: true,
    value: ({ chunks_created }) => chunks_created,
    cell: ({ chunks_created }) => (chunks_created === 0 ? <EmptyCell /> : formatNumber(chunks_created)),
  },
  {
    id: 'status',
    label: 'Status',
    width: '188px',
    isFilterable: true,
    value: (record) => describeDocumentStatus(record).label,
    cell: (record) => <StatusCell record={record} />,
  },
  {
    id: 'added',
    label: 'Added',
    width: '128px',
    isNumber: true,
    isHiddenIfEmpty: true,
    value: ({ added_at }) => (added_at === null ? null : Date.parse(added_at)),
    cell: ({ added_at }) => (added_at === null ? <EmptyCell /> : <RelativeTime at={added_at} />),
  },
];

function StatusCell({ record }: { readonly record: DocumentRecord }) {
  const { tone, label, fraction } = describeDocumentStatus(record);
  return (
    <span className="relative flex h-full flex-col justify-center" title={explainDocumentStatus(record) ?? undefined}>
      <StatusLabel tone={tone} label={label} />
      {fraction !== undefined && (
        <ProgressBar
          label={`Processing ${record.title}`}
          fraction={fraction}
          className="absolute right-2 bottom-0 left-0"
        />
      )}
    </span>
  );
}

function EmptyCell() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="sr-only">None</span>
    </>
  );
}
