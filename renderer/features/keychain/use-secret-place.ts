import { useQuery } from '@tanstack/react-query';
import { keychainQuery } from './keychain-query.ts';

/** Says in a sentence where a secret that is entered now is kept. */
export function useSecretPlace(): string {
  return useQuery(keychainQuery).data?.kept_in === 'memory'
    ? 'Kept in memory until Switchboard quits, because the keychain of this computer cannot be used.'
    : 'Kept in the keychain of this computer.';
}
