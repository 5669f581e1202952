import { useNavigate } from '@tanstack/react-router';
import { Bot, CalendarPlus } from 'lucide-react';
import type { AgentRequestRecord } from '../../../shared/agents/agent-requests.ts';
import { isAgentRequestClosed } from '../../../shared/agents/agent-request-status.ts';
import type { RowAction } from '../../ui/tables/row-action.ts';
import { saveUatCalendarFile } from './request-calendar.ts';

type RequestActions = {
  /** Null until the agent is delivered. */
  readonly viewAgent: RowAction | null;
  /** Null without a UAT date, and when the request is closed. */
  readonly addToCalendar: RowAction | null;
};

/** Returns a function that returns the actions of a build request that everyone has. */
export function useRequestActions(): (request: AgentRequestRecord) => RequestActions {
  const navigate = useNavigate({ from: '/agents' });
  return (request) => {
    const { agent_id: agent, estimated_uat_date: uatDate, status } = request;
    return {
      viewAgent:
        agent === null ? null : { label: 'View agent', icon: Bot, run: () => void navigate({ search: { agent } }) },
      addToCalendar:
        uatDate === null || isAgentRequestClosed(status)
          ? null
          : { label: 'Add to calendar', icon: CalendarPlus, run: () => saveUatCalendarFile(request) },
    };
  };
}
