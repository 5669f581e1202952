import type { AgentRecord } from '../../../shared/agents/agents.ts';
import { formatNumber } from '../../format/format-number.ts';
import { Button } from '../../ui/buttons/button.tsx';
import type { Column } from '../../ui/tables/column.ts';
import type { RowAction } from '../../ui/tables/row-action.ts';
import { StatusLabel } from '../../ui/feedback/status-label.tsx';
import { RelativeTime } from '../../ui/page/relative-time.tsx';

export function createAgentColumns(
  createPlaceCallAction: (agent: AgentRecord) => RowAction,
): readonly Column<AgentRecord>[] {
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
      cell: (agent) => {
        const { icon: Icon, disabledReason, run } = createPlaceCallAction(agent);
        return (
          <Button
            size="small"
            aria-label={`Place a call with ${agent.name}`}
            icon={Icon && <Icon aria-hidden size={13} />}
            disabledReason={disabledReason}
            onClick={run}
          >
            Call
          </Button>
        );
      },
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
