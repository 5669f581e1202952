import type { AgentRequestRecord } from '../../../shared/agents/agent-requests.ts';

/** A build request in UAT. */
export const sampleRequest: AgentRequestRecord = {
  request_id: 'req_1',
  status: 'uat',
  assigned_engineer: null,
  estimated_uat_date: null,
  name: 'Berths',
  objective: 'Remind skippers',
  target_audience: '',
  required_integrations: [],
  created_at: '2026-01-05T09:00:00.000Z',
  agent_id: null,
  build_agent_id: null,
  remote: null,
  pending: null,
  events: [],
};
