import { appRoutes } from '../../../shared/contract/contract.ts';
import { showRequestError } from '../../data/show-request-error.ts';
import { app } from '../../data/service-clients.ts';
import { refetchSync } from '../outbox/public.ts';

export async function syncNow(): Promise<void> {
  try {
    await app(appRoutes.syncNow, {});
    await refetchSync();
  } catch (error) {
    showRequestError('The workspace was not synced', error);
  }
}
