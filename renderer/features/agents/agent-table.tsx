import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AgentRecord } from '../../../shared/agents/agents.ts';
import { createCopyLinkAction } from '../../data/copy-link-action.ts';
import { useIsFirstFetch } from '../outbox/public.ts';
import { useCapabilities } from '../connection/public.ts';
import { formatError } from '../../format/format-error.ts';
import { DataTable } from '../../ui/tables/data-table.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { createCopyAction, createOpenAction, type RowActions } from '../../ui/tables/row-action.ts';
import { TableSkeleton } from '../../ui/feedback/skeleton.tsx';
import { useRowHeight } from '../../ui/tables/use-row-height.ts';
import { useTextScale } from '../../ui/page/use-text-scale.ts';
import { createAgentColumns } from './agent-columns.tsx';
import { useAgentActions } from './use-agent-actions.tsx';
import { agentsQuery } from './agents-query.ts';

type AgentTableProps = { readonly selectedId: string | null; readonly onOpen: (agent: AgentRecord) => void };

const activeFirst = { id: 'status', desc: false } as const;

/** With more agents than this, the table scrolls. */
const maxVisibleRows = 6;

/** All agents, active ones first. */
export function AgentTable({ selectedId, onOpen }: AgentTableProps) {
  const agents = useQuery(agentsQuery);
  const scale = useTextScale();
  const rowHeightPx = useRowHeight('plain');
  const { getActions, createPlaceCallAction, dialog } = useAgentActions();
  // Memoized, so that rows are not rendered again without a change.
  const columns = useMemo(() => createAgentColumns(createPlaceCallAction), [createPlaceCallAction]);
  if (agents.isError)
    return (
      <div className="h-64 shrink-0">
        <ErrorState
          title="Agents could not be loaded"
          detail={formatError(agents.error)}
          onRetry={() => void agents.refetch()}
        />
      </div>
    );
  if (!agents.data) return <TableSkeleton label="Loading agents" rows={3} />;
  if (agents.data.length === 0) return <NoAgents />;
  const listActions = (agent: AgentRecord): RowActions => {
    const { placeCall, edit, change } = getActions(agent);
    return [
      [createOpenAction(() => onOpen(agent)), ...(edit ? [edit] : []), placeCall],
      [createCopyLinkAction('agents', agent.agent_id), createCopyAction('ID', agent.agent_id)],
      change ? [change] : [],
    ];
  };
  const rows = Math.min(maxVisibleRows, agents.data.length);
  return (
    <div className="flex max-h-[45%] shrink-0 flex-col" style={{ height: rows * rowHeightPx + headerHeightPx * scale }}>
      <DataTable
        label="Agents"
        columns={columns}
        rows={agents.data}
        getRowId={getAgentId}
        filter=""
        initialSort={activeFirst}
        selectedId={selectedId}
        onOpen={onOpen}
        listActions={listActions}
        noResults={null}
      />
      {dialog}
    </div>
  );
}

/** Only the remote of a linked workspace can have no agents, or no list of them. */
function NoAgents() {
  const hasList = useCapabilities()?.agent_list ?? true;
  const isFirstFetch = useIsFirstFetch('agents');
  return (
    <p className="px-6 py-2 text-muted">
      {isFirstFetch
        ? 'Fetching agents …'
        : hasList
          ? 'The remote has no agents yet.'
          : 'The remote has no list of agents. An agent appears here after its first call.'}
    </p>
  );
}

const headerHeightPx = 33;

function getAgentId({ agent_id }: AgentRecord): string {
  return agent_id;
}
