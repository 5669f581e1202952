import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { create } from 'zustand';
import type { ApiKeyWithSecret } from '../../../shared/organization/api-keys.ts';
import { showActionToast } from '../../ui/feedback/toasts.ts';

/** A secret that can be removed from memory although React keeps the props of an earlier rendering. */
export type Secret = { readonly read: () => string; readonly forget: () => void };

export type IssuedKey = Pick<ApiKeyWithSecret, 'name' | 'hint'> & { readonly secret: Secret | null };

/** An issued key as the service sends it. */
type PlainKey = Pick<ApiKeyWithSecret, 'name' | 'hint' | 'secret'>;

/** Issued keys that the user has not confirmed yet. The store outlives the view, because a secret is shown only once. */
export const useIssuedKeys = create<{ readonly issued: readonly IssuedKey[] }>(() => ({ issued: [] }));

/** Removes the key that is shown, after the user has confirmed it. */
export function dismissIssuedKey(): void {
  const [shown, ...issued] = useIssuedKeys.getState().issued;
  shown?.secret?.forget();
  useIssuedKeys.setState({ issued });
}

export function clearIssuedKeys(): void {
  for (const { secret } of useIssuedKeys.getState().issued) secret?.forget();
  useIssuedKeys.setState({ issued: [] });
}

export function listIssuedKeys(): readonly PlainKey[] {
  return useIssuedKeys.getState().issued.map(({ name, hint, secret }) => ({
    name,
    hint,
    secret: secret && secret.read(),
  }));
}

export function addIssuedKeys(keys: readonly PlainKey[]): void {
  const added = keys.map(({ name, hint, secret }) => ({ name, hint, secret: secret === null ? null : hold(secret) }));
  useIssuedKeys.setState(({ issued }) => ({ issued: [...issued, ...added] }));
}

function hold(text: string): Secret {
  let held = text;
  return { read: () => held, forget: () => void (held = '') };
}

/** Returns a function that shows an issued key in the API keys view. In other views, a toast with `message` links to it. */
export function useShowIssuedKey(): (issuedKey: ApiKeyWithSecret, message: string) => void {
  const router = useRouter();
  return useCallback(
    (issuedKey, message) => {
      addIssuedKeys([issuedKey]);
      if (router.latestLocation.pathname === '/keys') return;
      showActionToast(message, 'View API key', () => void router.navigate({ to: '/keys', search: {} }));
    },
    [router],
  );
}
