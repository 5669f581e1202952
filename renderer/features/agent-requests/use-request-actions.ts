import { useNavigate } from '@tanstack/react-router';
import { Bot, CalendarPlus, PhoneOutgoing } from 'lucide-react';
import type { AgentRequestRecord } from '../../../shared/agents/agent-requests.ts';
import { isAgentRequestClosed } from '../../../shared/agents/agent-request-status.ts';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import type { RowAction } from '../../ui/tables/row-action.ts';
import { saveUatCalendarFile } from './request-calendar.ts';

type RequestActions = {
  /** Null until the agent is delivered. */
  readonly viewAgent: RowAction | null;
  /** Opens the editor of the build where it is tried. Null unless it is in UAT here. */
  readonly tryBuild: RowAction | null;
  /** Null without a UAT date, and when the request is closed. */
  readonly addToCalendar: RowAction | null;
};

/** Returns a function that returns the actions of a build request that everyone has. */
export function useRequestActions(): (request: AgentRequestRecord) => RequestActions {
  const navigate = useNavigate({ from: '/agents' });
  const tryDisabledReason = useMissingPermission(appRoutes.placeSimulatedCall);
  return (request) => {
    const { agent_id: agent, build_agent_id: agentId, estimated_uat_date: uatDate, status } = request;
    return {
      viewAgent:
        agent === null ? null : { label: 'View agent', icon: Bot, run: () => void navigate({ search: { agent } }) },
      tryBuild:
        agentId === null || status !== 'uat'
          ? null
          : {
              label: 'Try the build',
              icon: PhoneOutgoing,
              disabledReason: tryDisabledReason,
              run: () => void navigate({ to: '/agents/$agentId', params: { agentId }, search: { tab: 'try' } }),
            },
      addToCalendar:
        uatDate === null || isAgentRequestClosed(status)
          ? null
          : { label: 'Add to calendar', icon: CalendarPlus, run: () => saveUatCalendarFile(request) },
    };
  };
}
