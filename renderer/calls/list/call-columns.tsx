import { Drama, Keyboard } from 'lucide-react';
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
      <span className="flex items-center gap-2">
        <span className="truncate font-medium">{formatNumber(call.recipient_number)}</span>
        <RehearsalMark call={call} />
      </span>
    ),
  },
  { id: 'agent', label: 'Agent', width: '21%', cell: ({ agent_name }) => agent_name },
  {
    id: 'status',
    label: 'Status',
    width: '122px',
    cell: ({ status, reason }) => (
      <span title={reason ?? undefined}>
        <Status {...describeCallStatus(status)} />
      </span>
    ),
  },
  {
    id: 'disposition',
    label: 'Outcome',
    width: '19%',
    cell: ({ disposition }) => (disposition === null ? <None /> : nameDisposition(disposition)),
  },
  {
    id: 'duration',
    label: 'Length',
    width: '78px',
    isNumber: true,
    isSecondary: true,
    cell: ({ status, duration_seconds }) => (status === 'completed' ? formatDuration(duration_seconds) : <None />),
  },
  {
    id: 'created',
    label: 'Placed',
    width: '116px',
    isNumber: true,
    cell: ({ created_at }) => <Time at={created_at} />,
  },
];

/** Says of each rehearsal that it is one. */
function RehearsalMark({ call: { rehearsal, typed } }: { readonly call: CallRecord }) {
  if (!rehearsal) return null;
  const words = typed ? 'Rehearsal: you played the recipient' : 'Rehearsal: nobody was called';
  const Icon = typed ? Keyboard : Drama;
  return (
    <span title={words} className="shrink-0 text-muted">
      <Icon aria-hidden size={14} />
      <span className="sr-only">, {words}</span>
    </span>
  );
}

function None() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="sr-only">None</span>
    </>
  );
}
