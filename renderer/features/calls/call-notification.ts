import { appRoutes } from '../../../shared/contract/contract.ts';
import type { NotificationTexts } from '../../data/feature.ts';
import { app } from '../../data/service-clients.ts';
import { formatCount } from '../../format/format-number.ts';
import { describeCallStatus, formatDisposition } from './call-labels.ts';
import { nameRecipient } from './format-recipient.ts';

/** The notification that calls have ended. */
export const callNotification: NotificationTexts = {
  summarize: ({ ids }) => ({
    title: `${formatCount(ids.length, 'call')} ended`,
    body: '',
    path: ids.length === 1 ? `/calls/${ids[0]}` : '/calls',
  }),
  describe: async ({ ids }, summary) => {
    if (ids.length > 1) return summary;
    const details = await app(appRoutes.getCallDetails, { params: { call_id: ids[0] } });
    const { status, disposition } = details;
    const outcome = disposition === null ? '' : `: ${formatDisposition(disposition)}`;
    return {
      ...summary,
      title: `Call to ${nameRecipient(details)} ended`,
      body: `${describeCallStatus(status).label}${outcome}`,
    };
  },
};
