export { keychainQuery } from './keychain-query.ts';
export { useSecretPlace } from './use-secret-place.ts';
export { KeychainSettings } from './keychain-settings.tsx';
