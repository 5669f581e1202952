import type { CallRecord, CallSortField } from '../../../../shared/calls/calls.ts';
import { formatClock } from '../../../format/format-clock.ts';
import type { CellColumn } from '../../../ui/tables/column.ts';
import { StatusLabel } from '../../../ui/feedback/status-label.tsx';
import { SimulatedBadge } from '../../../ui/feedback/simulated-badge.tsx';
import { classNames } from '../../../ui/page/class-names.ts';
import { describeCall, formatDisposition } from '../call-labels.ts';
import { CallTime } from '../call-time.tsx';
import { Recipient } from '../recipient.tsx';

/** The id of each column is the sort field of the service, which sorts the list. */
export const callTableColumns: readonly (CellColumn<CallRecord> & { readonly id: CallSortField })[] = [
  {
    id: 'recipient',
    label: 'Recipient',
    cell: (call) => (
      // The tags are cut first, then the number and the end of a long name. The badge is always in sight.
      <span className="flex items-center">
        <Recipient call={call} />
        <ReviewMarks call={call} />
        <SimulatedBadge call={call} />
      </span>
    ),
  },
  {
    id: 'agent',
    label: 'Agent',
    width: '15%',
    isSecondary: true,
    cell: ({ agent_name }) => <span title={agent_name}>{agent_name}</span>,
  },
  {
    id: 'status',
    label: 'Status',
    isShort: true,
    width: '110px',
    cell: (call) => (
      // A remote status can be long.
      <span className="flex min-w-0" title={call.pending?.reason ?? call.reason ?? undefined}>
        <StatusLabel {...describeCall(call)} />
      </span>
    ),
  },
  {
    id: 'disposition',
    label: 'Outcome',
    width: '148px',
    cell: ({ disposition }) =>
      disposition === null ? <EmptyValue /> : <Outcome name={formatDisposition(disposition)} />,
  },
  {
    id: 'duration',
    label: 'Duration',
    width: '96px',
    isNumber: true,
    isShort: true,
    isSecondary: true,
    cell: ({ status, duration_seconds }) => (status === 'completed' ? formatClock(duration_seconds) : <EmptyValue />),
  },
  {
    id: 'created',
    label: 'Placed',
    width: '124px',
    isNumber: true,
    isShort: true,
    cell: (call) => <CallTime call={call} />,
  },
];

const linkedWidths: Readonly<Partial<Record<CallSortField, string>>> = {
  status: '164px',
  disposition: '18%',
  created: '136px',
};

/** In a linked workspace, the state of a waiting call and a date that is not known are longer, and no call has a badge. */
export const linkedCallTableColumns: typeof callTableColumns = callTableColumns.map((column) => {
  const width = linkedWidths[column.id];
  return width === undefined ? column : { ...column, width };
});

function Outcome({ name }: { readonly name: string }) {
  return <span title={name}>{name}</span>;
}

function EmptyValue() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="sr-only">None</span>
    </>
  );
}

/**
 * The tags of a call and whether it was reviewed, in its row. A wide list shows two tags, a less wide one shows one, and a narrow
 * one shows none; the others are counted. A tag is cut before the number of the row is left out. Text only, because scrolling
 * draws a hundred rows per second.
 */
function ReviewMarks({ call: { tags, review_state } }: { readonly call: Pick<CallRecord, 'tags' | 'review_state'> }) {
  return (
    <>
      {tags.length > 0 && (
        <span
          title={tags.join(', ')}
          className="ml-2 hidden min-w-0 shrink-[9999999999] gap-1 text-caption text-muted @4xl:flex"
        >
          {tags.slice(0, 2).map((tag, index) => (
            <span
              key={tag}
              className={classNames(
                'min-w-0 max-w-28 truncate rounded-[4px] bg-well px-1 py-0.5 leading-4',
                index > 0 && 'hidden @6xl:block',
              )}
            >
              {tag}
            </span>
          ))}
        </span>
      )}
      {tags.length > 1 && (
        <span className="ml-1 hidden shrink-0 text-caption text-muted @4xl:inline @6xl:hidden">{`+${tags.length - 1}`}</span>
      )}
      {tags.length > 2 && (
        <span className="ml-1 hidden shrink-0 text-caption text-muted @6xl:inline">{`+${tags.length - 2}`}</span>
      )}
      {review_state === 'reviewed' && (
        <span className="ml-2 shrink-0 text-caption text-good">
          <span aria-hidden="true">✓</span>
          <span className="sr-only">, reviewed</span>
        </span>
      )}
    </>
  );
}
