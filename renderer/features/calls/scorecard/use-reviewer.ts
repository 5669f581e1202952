import { useQuery } from '@tanstack/react-query';
import { create } from 'zustand';
import { v1Routes } from '../../../../shared/contract/contract.ts';
import { useMissingPermission } from '../../../data/session/missing-permission.ts';
import { assigneesQuery } from '../calls-query.ts';

const storageKey = 'switchboard.reviewer';

const useStore = create(() => ({ reviewerId: localStorage.getItem(storageKey) }));

/**
 * Returns the `user_id` of the member in whose name calls are reviewed and scored and notes are written, and a function that
 * changes and saves it. Null without one, and if that user is not a member of this workspace.
 */
export function useReviewer(): readonly [reviewerId: string | null, setReviewer: (reviewerId: string | null) => void] {
  const reviewerId = useStore((store) => store.reviewerId);
  const canListMembers = useMissingPermission(v1Routes.listAssignees) === null;
  const members = useQuery({ ...assigneesQuery, enabled: canListMembers }).data;
  const isKnown = members?.some(({ user_id }) => user_id === reviewerId) ?? true;
  return [isKnown ? reviewerId : null, setReviewer];
}

function setReviewer(reviewerId: string | null): void {
  if (reviewerId === null) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, reviewerId);
  useStore.setState({ reviewerId });
}
