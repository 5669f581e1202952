export const requestStatuses = ['pending_review', 'in_development', 'uat', 'delivered', 'rejected'] as const;

export type RequestStatus = (typeof requestStatuses)[number];

/** The states that a build request may go to from each: the whole state machine. */
export const requestMoves = {
  pending_review: ['in_development', 'rejected'],
  in_development: ['uat', 'rejected'],
  uat: ['delivered', 'rejected'],
  delivered: [],
  rejected: [],
} as const satisfies Record<RequestStatus, readonly RequestStatus[]>;

export function canMoveRequest(from: RequestStatus, to: RequestStatus): boolean {
  return (requestMoves[from] as readonly RequestStatus[]).includes(to); // each list is narrower than the type asked for
}

export function isRequestOver(status: RequestStatus): boolean {
  return requestMoves[status].length === 0;
}

/** What a person calls each. */
export const requestStatusNames = {
  pending_review: 'Pending review',
  in_development: 'In development',
  uat: 'UAT',
  delivered: 'Delivered',
  rejected: 'Rejected',
} as const satisfies Record<RequestStatus, string>;
