import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { create } from 'zustand';
import type { ApiKeyWithSecret } from '../../shared/api-keys.ts';
import { showActionToast } from '../ui/toasts.tsx';

/** What was issued and is not said to be stored yet. It outlives the view: a secret is given only once. */
export const useIssuedKeys = create<{ readonly issued: readonly ApiKeyWithSecret[] }>(() => ({ issued: [] }));

/** The first of them has been stored. */
export function dismissIssuedKey(): void {
  useIssuedKeys.setState(({ issued }) => ({ issued: issued.slice(1) }));
}

export function clearIssuedKeys(): void {
  useIssuedKeys.setState({ issued: [] });
}

/** Has the room of keys show a secret; whoever went elsewhere meanwhile is told that it waits there. */
export function useShowIssuedKey(): (issued: ApiKeyWithSecret, told: string) => void {
  const router = useRouter();
  return useCallback(
    (one, told) => {
      useIssuedKeys.setState(({ issued }) => ({ issued: [...issued, one] }));
      if (router.latestLocation.pathname === '/keys') return;
      showActionToast(told, 'Show its secret', () => void router.navigate({ to: '/keys', search: {} }));
    },
    [router],
  );
}
