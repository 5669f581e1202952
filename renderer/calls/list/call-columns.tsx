import type { CallOrder, CallRecord } from '../../../shared/calls.ts';
import { formatClock } from '../../../shared/clock.ts';
import type { CellColumn } from '../../ui/column.ts';
import { Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { describeCallStatus } from '../describe-call-status.ts';
import { nameDisposition } from '../name-disposition.ts';
import { formatNumber } from '../phone-number.ts';
import { RehearsalMark } from '../rehearsal-mark.tsx';

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
  {
    id: 'agent',
    label: 'Agent',
    width: '15%',
    isSpare: true,
    cell: ({ agent_name }) => <span title={agent_name}>{agent_name}</span>,
  },
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
    width: '148px',
    cell: ({ disposition }) => (disposition === null ? <None /> : <Outcome name={nameDisposition(disposition)} />),
  },
  {
    id: 'duration',
    label: 'Length',
    width: '96px',
    isNumber: true,
    isShort: true,
    isSecondary: true,
    cell: ({ status, duration_seconds }) => (status === 'completed' ? formatClock(duration_seconds) : <None />),
  },
  {
    id: 'created',
    label: 'Placed',
    width: '124px',
    isNumber: true,
    isShort: true,
    cell: ({ created_at }) => <Time at={created_at} />,
  },
];

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
