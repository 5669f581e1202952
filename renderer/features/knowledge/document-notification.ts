import { v1Routes } from '../../../shared/contract/contract.ts';
import type { NotificationTexts } from '../../data/feature.ts';
import { v1 } from '../../data/service-clients.ts';
import { formatCount } from '../../format/format-number.ts';

/** The notifications that documents are ready, and that they failed. */
export const documentNotification: NotificationTexts = {
  summarize: ({ kind, ids }) => ({
    title: `${formatCount(ids.length, 'document')} ${formatChange(kind, ids.length)}`,
    body: '',
    path: ids.length === 1 ? `/knowledge?document=${ids[0]}` : '/knowledge',
  }),
  describe: async ({ kind, ids }, summary) => {
    if (ids.length > 1) return summary;
    const { title, error } = await v1(v1Routes.getDocument, { params: { document_id: ids[0] } });
    return { ...summary, title: `“${title}” ${formatChange(kind, 1)}`, body: error?.detail ?? '' };
  },
};

function formatChange(kind: string, count: number): string {
  if (kind === 'document failed') return 'could not be processed';
  return count === 1 ? 'is ready' : 'are ready';
}
