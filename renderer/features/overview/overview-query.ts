import { queryOptions } from '@tanstack/react-query';
import { appRoutes } from '../../../shared/contract/contract.ts';
import type { IngestProgress } from '../../../shared/knowledge/knowledge.ts';
import { createRefresher } from '../../data/create-refresher.ts';
import { invalidate } from '../../data/invalidate.ts';
import { queryClient } from '../../data/query-client.ts';
import { app } from '../../data/service-clients.ts';
import { getLastVisit } from './last-visit.ts';

export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => app(appRoutes.getOverview, { query: { since: getLastVisit() }, signal }),
});

/** Limits how often the overview is fetched while many calls change. */
const minIntervalMs = 250;

export const refreshOverview = createRefresher(() => invalidate(overviewQuery.queryKey), minIntervalMs);

/** Updates the progress of a document without refetching the overview. */
export function setOverviewDocumentProgress(documentId: string, progress: IngestProgress): void {
  queryClient.setQueryData(
    overviewQuery.queryKey,
    (overview) =>
      overview && {
        ...overview,
        processing: {
          ...overview.processing,
          data: overview.processing.data.map((document) =>
            document.document_id === documentId ? { ...document, progress } : document,
          ),
        },
      },
  );
}
