import { useNavigate, useSearch } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { appRoutes, v1Routes } from '../../../shared/contract/contract.ts';
import type { AgentsSearch } from './agents-search.ts';
import { formatCount } from '../../format/format-number.ts';
import { isFirstLoad } from '../../data/is-first-load.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { TableSkeleton } from '../../ui/feedback/skeleton.tsx';
import { useReturnFocus } from '../../ui/focus/use-return-focus.ts';
import { AgentPanel } from './agent-panel.tsx';
import { AgentTable } from './agent-table.tsx';
import { agentsQuery } from './agents-query.ts';
import { Drafts, RequestPanel, type RequestFilters, RequestList, requestsQuery } from '../agent-requests/public.ts';
import { savedItemsQuery } from '../saved-items/public.ts';

/** The agents, the drafts and the build requests, with a panel for the selected agent or request. */
export function AgentsView() {
  const { agent: agentId, request: requestId, status, since } = useSearch({ from: '/agents' });
  const navigate = useNavigate({ from: '/agents' });
  const submitDisabledReason = useMissingPermission(v1Routes.submitAgentRequest);
  const listDisabledReason = useMissingPermission(appRoutes.listAgentRequestRecords);
  const { saveFocus, restoreFocus } = useReturnFocus();
  const agentList = useQuery(agentsQuery);
  const drafts = useQuery({ ...savedItemsQuery, enabled: submitDisabledReason === null });
  const agents = agentList.data;
  const agent = agents?.find(({ agent_id }) => agent_id === agentId);
  const requests = useQuery({ ...requestsQuery, enabled: listDisabledReason === null });
  const request = requests.data?.data.find(({ request_id }) => request_id === requestId);

  const filters: RequestFilters = { status, since };
  const open = (search: AgentsSearch) => {
    saveFocus();
    void navigate({ search: { ...filters, ...search } });
  };
  const close = () => {
    void navigate({ search: filters });
    restoreFocus();
  };
  const openRequestForm = () => void navigate({ to: '/agents/new', search: {} });

  // Rendered at once, so that neither agents nor drafts move what is below them when they arrive.
  if (isFirstLoad(agentList) || isFirstLoad(drafts)) return <TableSkeleton label="Loading agents" />;
  return (
    <div className="relative flex h-full">
      <div className="flex min-w-0 flex-1 flex-col overflow-y-auto">
        <div className="flex shrink-0 items-center justify-between gap-3 px-6 pt-4 pb-2">
          <h2 className="text-section">{agents ? formatCount(agents.length, 'agent') : 'Agents'}</h2>
          <Button
            variant={agent || request ? 'plain' : 'primary'} // an open panel contains the primary action
            size="large"
            icon={<Sparkles aria-hidden size={15} />}
            disabledReason={submitDisabledReason}
            onClick={openRequestForm}
          >
            Request an agent
          </Button>
        </div>
        <AgentTable selectedId={agent?.agent_id ?? null} onOpen={({ agent_id }) => open({ agent: agent_id })} />
        <Drafts disabledReason={submitDisabledReason} />
        <RequestList
          requests={requests}
          filters={filters}
          onFilter={(next) => void navigate({ search: { agent: agentId, request: requestId, ...next }, replace: true })}
          disabledReason={listDisabledReason}
          submitDisabledReason={submitDisabledReason}
          selectedId={request?.request_id ?? null}
          onOpen={({ request_id }) => open({ request: request_id })}
          onCreate={openRequestForm}
        />
      </div>
      {agent && <AgentPanel key={agent.agent_id} agent={agent} onClose={close} />}
      {request && !agent && <RequestPanel key={request.request_id} request={request} onClose={close} />}
    </div>
  );
}
