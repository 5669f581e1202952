import { appRoutes } from '../../../shared/contract/contract.ts';
import type { NotificationTexts } from '../../data/feature.ts';
import { app } from '../../data/service-clients.ts';
import { formatCount } from '../../format/format-number.ts';
import { formatOutboxTitle, needsDecision } from './describe-outbox-item.ts';

/** The notification that changes need a decision. Changes that were decided meanwhile are left out. */
export const undecidedNotification: NotificationTexts = {
  summarize: ({ ids }) => ({ title: formatTitle(ids.length), body: '', path: '/overview' }),
  describe: async ({ ids }, summary) => {
    const { data } = await app(appRoutes.listOutboxItems, {});
    const undecided = data.filter((item) => ids.includes(item.item_id) && needsDecision(item));
    const [first] = undecided;
    if (!first) return null;
    return undecided.length === 1
      ? { ...summary, title: `${formatOutboxTitle(first)} needs you`, body: first.reason ?? '' }
      : { ...summary, title: formatTitle(undecided.length) };
  },
};

function formatTitle(count: number): string {
  return `${formatCount(count, 'change')} ${count === 1 ? 'needs' : 'need'} you`;
}
