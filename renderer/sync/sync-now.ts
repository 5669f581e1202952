import { appRoutes } from '../../shared/contract.ts';
import { showRequestError } from '../live/show-request-error.ts';
import { app } from '../service-clients.ts';
import { refetchSync } from './sync-query.ts';

export async function syncNow(): Promise<void> {
  try {
    await app(appRoutes.syncNow, {});
    await refetchSync();
  } catch (error) {
    showRequestError('The workspace was not synced', error);
  }
}
