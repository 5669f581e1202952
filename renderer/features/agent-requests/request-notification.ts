import { agentRequestStatusLabels } from '../../../shared/agents/agent-request-status.ts';
import { appRoutes } from '../../../shared/contract/contract.ts';
import type { NotificationTexts } from '../../data/feature.ts';
import { app } from '../../data/service-clients.ts';
import { formatCount } from '../../format/format-number.ts';
import { formatRequestName } from './format-request-name.ts';

/** The notification that build requests have changed. */
export const requestNotification: NotificationTexts = {
  summarize: ({ ids }) => ({
    title: `${formatCount(ids.length, 'build request')} changed`,
    body: '',
    path: ids.length === 1 ? `/agents?request=${ids[0]}` : '/agents',
  }),
  describe: async ({ ids }, summary) => {
    if (ids.length > 1) return summary;
    const { data } = await app(appRoutes.listAgentRequestRecords, {});
    const request = data.find(({ request_id }) => request_id === ids[0]);
    return request
      ? { ...summary, title: formatRequestName(request), body: agentRequestStatusLabels[request.status] }
      : null;
  },
};
