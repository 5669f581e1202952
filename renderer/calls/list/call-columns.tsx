import type { CallOrder, CallRecord } from '../../../shared/calls.ts';
import { formatDuration } from '../../format/format-duration.ts';
import type { CellColumn } from '../../ui/column.ts';
import { Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { describeCallStatus } from '../describe-call-status.ts';
import { nameDisposition } from '../name-disposition.ts';
import { formatNumber } from '../phone-number.ts';

/** Columns are sorted by the service, under the names that it gives its orders. */
export const callColumns: readonly (CellColumn<CallRecord> & { readonly id: CallOrder })[] = [
  {
    id: 'recipient',
    label: 'Recipient',
    cell: (call) => (
      <>
        <span className="font-medium">{formatNumber(call.recipient_number)}</span> <RehearsalMark call={call} />
      </>
    ),
  },
  { id: 'agent', label: 'Agent', width: '15%', cell: ({ agent_name }) => <span title={agent_name}>{agent_name}</span> },
  {
    id: 'status',
    label: 'Status',
    isShort: true,
    width: '108px',
    cell: ({ status, reason }) => (
      <span title={reason ?? undefined}>
        <Status {...describeCallStatus(status)} />
      </span>
    ),
  },
  {
    id: 'disposition',
    label: 'Outcome',
    width: '142px',
    cell: ({ disposition }) => (disposition === null ? <None /> : <Outcome name={nameDisposition(disposition)} />),
  },
  {
    id: 'duration',
    label: 'Length',
    width: '96px',
    isNumber: true,
    isShort: true,
    isSecondary: true,
    cell: ({ status, duration_seconds }) => (status === 'completed' ? formatDuration(duration_seconds) : <None />),
  },
  {
    id: 'created',
    label: 'Placed',
    width: '112px',
    isNumber: true,
    isShort: true,
    cell: ({ created_at }) => <Time at={created_at} />,
  },
];

/** Says of each rehearsal that it is one. The mask is a single shape: a hundred rows a second are drawn while scrolling. */
function RehearsalMark({ call: { rehearsal, typed } }: { readonly call: CallRecord }) {
  if (!rehearsal) return null;
  const words = typed ? 'Rehearsal: you played the recipient' : 'Rehearsal: nobody was called';
  return (
    <span title={words} className="ml-1 inline-flex items-center gap-1 align-middle text-caption text-muted">
      <svg aria-hidden width="12" height="12" fill="none" stroke="currentColor" strokeLinecap="round">
        <path d="M1.500 2c3 1 6 1 9 0v4c0 2.800-2 4.500-4.500 4.500S1.500 8.800 1.500 6ZM3.800 5h1M7.200 5h1M4.500 7.800c1 .8 2 .8 3 0" />
      </svg>
      <span aria-hidden="true" className="hidden @3xl:inline">
        {typed ? 'Rehearsal, typed' : 'Rehearsal'}
      </span>
      <span className="sr-only">, {words}</span>
    </span>
  );
}

function Outcome({ name }: { readonly name: string }) {
  return <span title={name}>{name}</span>;
}

function None() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="sr-only">None</span>
    </>
  );
}
