import { queryOptions } from '@tanstack/react-query';
import { appRoutes } from '../../shared/contract.ts';
import { app } from '../service-clients.ts';

/** Where secrets are kept. Each request tries a keychain that could not be used again. */
export const keychainQuery = queryOptions({
  queryKey: ['keychain'],
  queryFn: ({ signal }) => app(appRoutes.getKeychainStatus, { signal }),
});
