import type { NotificationTexts } from '../../data/feature.ts';
import { findUsageNotice } from './billing-query.ts';
import { describeUsageNotice } from './describe-usage-notice.ts';

/** The notification of the last usage notice that was raised. */
export const noticeNotification: NotificationTexts = {
  summarize: () => ({ title: 'New usage notice', body: '', path: '/billing' }),
  describe: async ({ ids }, summary) => {
    const notice = await findUsageNotice(ids.at(-1) ?? '');
    return notice ? { ...summary, title: describeUsageNotice(notice.kind) } : null;
  },
};
