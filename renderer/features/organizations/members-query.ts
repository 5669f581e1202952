import { queryOptions, useQuery } from '@tanstack/react-query';
import { v1Routes } from '../../../shared/contract/contract.ts';
import { v1 } from '../../data/service-clients.ts';
import { explainMissingPermission } from '../../data/session/missing-permission.ts';
import { useSession, type Session } from '../../data/session/session-query.ts';

/** Loads the members of the organization, unless the role of the window cannot list them. */
export function useMembers() {
  return useQuery(createMembersQuery(useSession()));
}

export function createMembersQuery(session: Session) {
  const isAllowed = explainMissingPermission(session, v1Routes.listMembers) === null;
  const { org_id } = session;
  return queryOptions({
    queryKey: ['members', org_id],
    enabled: isAllowed && org_id !== null,
    queryFn: ({ signal }) => v1(v1Routes.listMembers, { params: { org_id: org_id ?? '' }, signal }),
  });
}
