import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AgentRecord } from '../../shared/agents.ts';
import { agentsQuery } from '../calls/calls-cache.ts';
import { useCommand } from '../commands/command-context.tsx';
import { tellError } from '../format/tell-error.ts';
import { DataTable } from '../ui/data-table.tsx';
import { Failure } from '../ui/failure.tsx';
import { rowHeight } from '../ui/table-frame.tsx';
import { TableSkeleton } from '../ui/table-skeleton.tsx';
import { useTextScale } from '../ui/use-text-scale.ts';
import { agentColumns } from './agent-columns.tsx';
import { usePlaceWith } from './use-place-with.ts';

type AgentsProps = { readonly selectedId: string | null; readonly onOpen: (agent: AgentRecord) => void };

const activeFirst = { id: 'status', desc: false } as const;

/** More agents than this are scrolled to. */
const shownMax = 6;

/** All agents, those that may call first. */
export function Agents({ selectedId, onOpen }: AgentsProps) {
  const agents = useQuery(agentsQuery);
  const scale = useTextScale();
  const { unavailable } = useCommand('place-call');
  const place = usePlaceWith();
  // Made once for as long as nothing changes that rows show.
  const columns = useMemo(() => agentColumns({ unavailable, place }), [unavailable, place]);
  if (agents.isError)
    return (
      <div className="h-64 shrink-0">
        <Failure
          title="The agents could not be listed"
          detail={tellError(agents.error)}
          onRetry={() => void agents.refetch()}
        />
      </div>
    );
  if (!agents.data) return <TableSkeleton label="Loading agents" rows={3} />;
  const rows = Math.min(shownMax, Math.max(1, agents.data.length));
  return (
    <div className="flex max-h-[45%] shrink-0 flex-col" style={{ height: (rows * rowHeight + headHeight) * scale }}>
      <DataTable
        label="Agents"
        columns={columns}
        rows={agents.data}
        rowId={idOf}
        filter=""
        initialSort={activeFirst}
        selectedId={selectedId}
        onOpen={onOpen}
        whenNothingMatches={null}
      />
    </div>
  );
}

const headHeight = 33;

function idOf({ agent_id }: AgentRecord): string {
  return agent_id;
}
