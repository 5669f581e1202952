import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { create } from 'zustand';
import type { IssuedKey } from '../../shared/api-keys.ts';
import { tellWithAction } from '../ui/toasts.tsx';

/** What was issued and is not said to be stored yet. It outlives the view: a secret is given only once. */
export const useIssued = create<{ readonly issued: readonly IssuedKey[] }>(() => ({ issued: [] }));

/** The first of them has been stored. */
export function forgetFirstIssued(): void {
  useIssued.setState(({ issued }) => ({ issued: issued.slice(1) }));
}

export function forgetIssued(): void {
  useIssued.setState({ issued: [] });
}

/** Has the room of keys show a secret; whoever went elsewhere meanwhile is told that it waits there. */
export function useIssue(): (issued: IssuedKey, told: string) => void {
  const router = useRouter();
  return useCallback(
    (one, told) => {
      useIssued.setState(({ issued }) => ({ issued: [...issued, one] }));
      if (router.latestLocation.pathname === '/keys') return;
      tellWithAction(told, 'Show its secret', () => void router.navigate({ to: '/keys', search: {} }));
    },
    [router],
  );
}
