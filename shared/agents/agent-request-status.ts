export const agentRequestStatuses = ['pending_review', 'in_development', 'uat', 'delivered', 'rejected'] as const;

export type AgentRequestStatus = (typeof agentRequestStatuses)[number];

/** The state machine of a build request: the statuses that each status can move to. */
export const agentRequestTransitions = {
  pending_review: ['in_development', 'rejected'],
  in_development: ['uat', 'rejected'],
  uat: ['delivered', 'rejected'],
  delivered: [],
  rejected: [],
} as const satisfies Record<AgentRequestStatus, readonly AgentRequestStatus[]>;

export function canTransitionAgentRequest(from: AgentRequestStatus, to: AgentRequestStatus): boolean {
  return (agentRequestTransitions[from] as readonly AgentRequestStatus[]).includes(to); // each list is narrower than the type asked for
}

export function isAgentRequestClosed(status: AgentRequestStatus): boolean {
  return agentRequestTransitions[status].length === 0;
}

export const agentRequestStatusLabels = {
  pending_review: 'Pending review',
  in_development: 'In development',
  uat: 'UAT',
  delivered: 'Delivered',
  rejected: 'Rejected',
} as const satisfies Record<AgentRequestStatus, string>;
