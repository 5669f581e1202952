import { queryOptions } from '@tanstack/react-query';
import { v1Routes } from '../../../../shared/contract/contract.ts';
import { loadWithEtag } from '../../../data/load-with-etag.ts';
import { v1 } from '../../../data/service-clients.ts';

/** The key of the acceptance tests of all build requests. */
export const acceptanceKey = ['acceptance'] as const;

/** Fetches the points of the objective of a build request, with the decisions about them. */
export function acceptanceQuery(requestId: string) {
  return queryOptions({
    queryKey: [...acceptanceKey, requestId],
    refetchOnMount: 'always', // a remote does not announce the decisions of others
    queryFn: ({ signal }) =>
      loadWithEtag((readHeaders) =>
        v1(v1Routes.getAcceptance, { params: { request_id: requestId }, signal, readHeaders }),
      ),
  });
}
