export { keychainQuery } from './keychain-query.ts';
export { KeychainSettings } from './keychain-settings.tsx';
