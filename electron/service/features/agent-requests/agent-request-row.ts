import type { AgentRequest, AgentRequestSummary } from '../../../../shared/agents/agent-requests.ts';
import type { Integration } from '../../../../shared/agents/integrations.ts';
import type { AgentRequestStatus } from '../../../../shared/agents/agent-request-status.ts';
import { formatTimestamp } from '../../../../shared/contract/timestamp.ts';

/** A row of the table `agent_request`. */
export type AgentRequestRow = {
  readonly id: number;
  readonly request_id: string;
  readonly org_id: string;
  readonly name: string;
  readonly objective: string;
  readonly target_audience: string;
  /** JSON array. */
  readonly required_integrations: string;
  readonly status: AgentRequestStatus;
  readonly assigned_engineer: string | null;
  readonly estimated_uat_at: number | null;
  readonly agent_id: string | null;
  readonly created_at: number;
};

export function toAgentRequest(row: AgentRequestRow): AgentRequest {
  const { request_id, status, assigned_engineer, estimated_uat_at } = row;
  return {
    request_id,
    status,
    assigned_engineer,
    estimated_uat_date: estimated_uat_at === null ? null : formatTimestamp(estimated_uat_at),
  };
}

export function toAgentRequestSummary(row: AgentRequestRow): AgentRequestSummary {
  const { name, objective, target_audience } = row;
  const required_integrations = JSON.parse(row.required_integrations) as Integration[]; // stored by insertAgentRequest
  return { ...toAgentRequest(row), name, objective, target_audience, required_integrations };
}
