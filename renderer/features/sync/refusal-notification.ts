import { appRoutes } from '../../../shared/contract/contract.ts';
import type { NotificationTexts } from '../../data/feature.ts';
import { app } from '../../data/service-clients.ts';
import { isRefused } from './describe-sync-status.ts';

/** The notification that the remote refuses the API key or does not have the organization, or that no key is stored. */
export const refusalNotification: NotificationTexts = {
  summarize: () => ({ title: 'Nothing is synced', body: '', path: '/settings?section=connection' }),
  describe: async (_items, summary) => {
    const { status } = await app(appRoutes.getSyncStatus, {});
    return status && isRefused(status) ? { ...summary, body: status.reason ?? '' } : null;
  },
};
