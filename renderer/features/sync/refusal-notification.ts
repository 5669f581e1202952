import { appRoutes } from '../../../shared/contract/contract.ts';
import type { NotificationTexts } from '../../data/feature.ts';
import { app } from '../../data/service-clients.ts';

/** The notification that the remote refuses the API key, or that none is stored. */
export const refusalNotification: NotificationTexts = {
  summarize: () => ({ title: 'Nothing is synced', body: '', path: '/settings?section=connection' }),
  describe: async (_items, summary) => {
    const { status } = await app(appRoutes.getSyncStatus, {});
    return status?.state === 'paused' ? { ...summary, body: status.reason ?? '' } : null;
  },
};
