import { queryOptions } from '@tanstack/react-query';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { app } from '../../data/service-clients.ts';

/** Where secrets are kept. Each request tries the keychain again if it could not be used before. */
export const keychainQuery = queryOptions({
  queryKey: ['keychain'],
  queryFn: ({ signal }) => app(appRoutes.getKeychainStatus, { signal }),
});
