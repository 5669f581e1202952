import { PhoneOutgoing } from 'lucide-react';
import type { AgentRecord } from '../../shared/agents.ts';
import { formatNumber } from '../format/format-number.ts';
import { Button } from '../ui/button.tsx';
import type { Column } from '../ui/column.ts';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';

const retired = 'This agent is retired. Take it back first.';

type Placing = {
  /** Why no call can be placed, or null. */
  readonly unavailable: string | null;
  readonly place: (agent: AgentRecord) => void;
};

export function agentColumns({ unavailable, place }: Placing): readonly Column<AgentRecord>[] {
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
      cell: ({ status }) => <AgentStatus status={status} />,
    },
    {
      id: 'calls',
      label: 'Calls',
      width: '88px',
      isSpare: true,
      isNumber: true,
      value: ({ calls }) => calls,
      cell: ({ calls }) => formatNumber(calls),
    },
    {
      id: 'last',
      label: 'Last call',
      width: '112px',
      isNumber: true,
      value: ({ last_call_at }) => (last_call_at === null ? null : Date.parse(last_call_at)),
      cell: ({ last_call_at }) => (last_call_at === null ? 'None yet' : <Time at={last_call_at} />),
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
          unavailable={agent.status === 'retired' ? retired : unavailable}
          onClick={(event) => {
            event.stopPropagation(); // the row opens the agent
            place(agent);
          }}
        >
          Call
        </Button>
      ),
    },
  ];
}

export function AgentStatus({ status }: Pick<AgentRecord, 'status'>) {
  return status === 'active' ? <Status tone="good" word="Active" /> : <Status tone="neutral" word="Retired" />;
}
