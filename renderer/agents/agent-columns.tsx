import { PhoneOutgoing } from 'lucide-react';
import type { AgentRecord } from '../../shared/agents.ts';
import { formatNumber } from '../format/format-number.ts';
import { Button } from '../ui/button.tsx';
import type { Column } from '../ui/column.ts';
import { StatusLabel } from '../ui/status-label.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';

const archivedReason = 'This agent is archived. Restore it first.';

type PlaceCallAction = {
  /** Why calls cannot be placed, or null. */
  readonly disabledReason: string | null;
  readonly placeCall: (agent: AgentRecord) => void;
};

export function createAgentColumns({ disabledReason, placeCall }: PlaceCallAction): readonly Column<AgentRecord>[] {
  return [
    {
      id: 'name',
      label: 'Agent',
      width: '200px',
      value: ({ name }) => name,
      cell: ({ name }) => <span className="font-medium">{name}</span>,
    },
    {
      id: 'objective',
      label: 'Objective',
      isSecondary: true,
      value: ({ objective }) => objective,
      cell: ({ objective }) => objective,
    },
    {
      id: 'status',
      label: 'Status',
      width: '104px',
      value: ({ status }) => status,
      cell: ({ status }) => <AgentStatusBadge status={status} />,
    },
    {
      id: 'calls',
      label: 'Calls',
      width: '88px',
      isHiddenWhenNarrow: true,
      isNumber: true,
      value: ({ call_count }) => call_count,
      cell: ({ call_count }) => formatNumber(call_count),
    },
    {
      id: 'last',
      label: 'Last call',
      width: '112px',
      isNumber: true,
      value: ({ last_call_at }) => (last_call_at === null ? null : Date.parse(last_call_at)),
      cell: ({ last_call_at }) => (last_call_at === null ? 'None yet' : <RelativeTime at={last_call_at} />),
    },
    {
      id: 'place',
      label: 'Place a call',
      width: '112px',
      isShort: true,
      isAction: true,
      value: ({ status }) => status,
      cell: (agent) => (
        <Button
          size="small"
          aria-label={`Place a call with ${agent.name}`}
          icon={<PhoneOutgoing aria-hidden size={13} />}
          disabledReason={agent.status === 'archived' ? archivedReason : disabledReason}
          onClick={(event) => {
            event.stopPropagation(); // a click on the row opens the agent
            placeCall(agent);
          }}
        >
          Call
        </Button>
      ),
    },
  ];
}

export function AgentStatusBadge({ status }: Pick<AgentRecord, 'status'>) {
  return status === 'active' ? (
    <StatusLabel tone="good" label="Active" />
  ) : (
    <StatusLabel tone="neutral" label="Archived" />
  );
}
