import { queryOptions } from '@tanstack/react-query';
import { v1Routes } from '../../../shared/contract/contract.ts';
import { createRefresher } from '../../data/create-refresher.ts';
import { invalidate } from '../../data/invalidate.ts';
import { v1 } from '../../data/service-clients.ts';

const usageKey = ['document-usage'] as const;

/** The agents that may answer from a document, and the calls that cite it. */
export function documentUsageQuery(documentId: string) {
  return queryOptions({
    queryKey: [...usageKey, documentId],
    queryFn: ({ signal }) => v1(v1Routes.getDocumentUsage, { params: { document_id: documentId }, signal }),
  });
}

/** Limits how often the calls are counted while many of them change. */
const minIntervalMs = 1_000;

export const refreshDocumentUsage = createRefresher(() => invalidate(usageKey), minIntervalMs);
