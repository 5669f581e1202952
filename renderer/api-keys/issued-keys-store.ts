import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { create } from 'zustand';
import type { ApiKeyWithSecret } from '../../shared/api-keys.ts';
import { showActionToast } from '../ui/toasts.tsx';

/** Issued keys that the user has not confirmed yet. The store outlives the view, because a secret is shown only once. */
export const useIssuedKeys = create<{ readonly issued: readonly ApiKeyWithSecret[] }>(() => ({ issued: [] }));

/** Removes the key that is shown, after the user has confirmed it. */
export function dismissIssuedKey(): void {
  useIssuedKeys.setState(({ issued }) => ({ issued: issued.slice(1) }));
}

export function clearIssuedKeys(): void {
  useIssuedKeys.setState({ issued: [] });
}

/** Returns a function that shows an issued key in the API keys view. In other views, a toast with `message` links to it. */
export function useShowIssuedKey(): (issuedKey: ApiKeyWithSecret, message: string) => void {
  const router = useRouter();
  return useCallback(
    (issuedKey, message) => {
      useIssuedKeys.setState(({ issued }) => ({ issued: [...issued, issuedKey] }));
      if (router.latestLocation.pathname === '/keys') return;
      showActionToast(message, 'View API key', () => void router.navigate({ to: '/keys', search: {} }));
    },
    [router],
  );
}
