export { needsHttpPermission, parseBaseUrl, toConnectionErrors } from './connection-draft.ts';
export { ConnectionSettings } from './connection-settings.tsx';
export { LinkSettings } from './link-settings.tsx';
export { useCapabilities } from './use-capabilities.ts';
export { useRemoteAddress } from './use-remote-address.ts';
