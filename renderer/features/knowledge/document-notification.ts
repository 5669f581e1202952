import { appRoutes } from '../../../shared/contract/contract.ts';
import type { DocumentRecord } from '../../../shared/knowledge/knowledge.ts';
import type { NotificationTexts } from '../../data/feature.ts';
import { app } from '../../data/service-clients.ts';
import { formatCount, formatNumber } from '../../format/format-number.ts';
import { describeWarnings, isWarning } from './omission-warnings.ts';

/** The notifications that documents are ready, and that they failed. */
export const documentNotification: NotificationTexts = {
  summarize: ({ kind, ids }) => ({
    title: `${formatCount(ids.length, 'document')} ${formatChange(kind, ids.length)}`,
    body: '',
    path: ids.length === 1 ? `/knowledge?document=${ids[0]}` : '/knowledge',
  }),
  describe: async ({ kind, ids }, summary) => {
    const { data } = await app(appRoutes.listDocumentRecords, {});
    const records = data.filter(({ document_id }) => ids.includes(document_id));
    if (ids.length > 1) return { ...summary, body: formatWarningCount(records) };
    const [record] = records;
    if (!record) return null;
    const body = record.error?.detail ?? describeWarnings(record.omissions);
    return { ...summary, title: `“${record.title}” ${formatChange(kind, 1)}`, body };
  },
};

function formatWarningCount(records: readonly DocumentRecord[]): string {
  const count = records.filter(({ omissions }) => omissions.some(isWarning)).length;
  return count === 0 ? '' : `${formatNumber(count)} of them ${count === 1 ? 'was' : 'were'} not read completely.`;
}

function formatChange(kind: string, count: number): string {
  if (kind === 'document failed') return 'could not be processed';
  return count === 1 ? 'is ready' : 'are ready';
}
