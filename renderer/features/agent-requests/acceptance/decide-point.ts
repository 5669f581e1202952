import type { AcceptancePoint } from '../../../../shared/agents/acceptance.ts';
import { v1Routes } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { createQueue } from '../../../data/create-queue.ts';
import { invalidate } from '../../../data/invalidate.ts';
import { loadWithEtag } from '../../../data/load-with-etag.ts';
import { queryClient } from '../../../data/query-client.ts';
import { v1 } from '../../../data/service-clients.ts';
import { showRequestError } from '../../../data/show-request-error.ts';
import { showActionToast } from '../../../ui/feedback/toasts.ts';
import { acceptanceQuery } from './acceptance-query.ts';

/** Null removes the decision. */
export type PointDecision =
  | { readonly decision: 'accepted' | null }
  | { readonly decision: 'rejected'; readonly reason: string };

/** Each decision changes the ETag that the next one names. */
const runInOrder = createQueue();

/**
 * Stores the decision about a point as the user sees it, and returns whether that succeeded. A decision that another person has made
 * meanwhile stays: the error says so. A reason that is lost can be restored with the message that says so.
 */
export async function decidePoint(requestId: string, seen: AcceptancePoint, decision: PointDecision): Promise<boolean> {
  const query = acceptanceQuery(requestId);
  try {
    const point = await runInOrder(async () => {
      const { body, etag } = await queryClient.fetchQuery({ ...query, staleTime: 0 });
      const current = body.points[seen.position];
      if (current?.decision !== seen.decision || current.decided_at !== seen.decided_at)
        throw new Problem('precondition_failed', 'Another person has already decided. Their decision is shown now.');
      const loaded = await loadWithEtag((readHeaders) =>
        v1(v1Routes.decideAcceptancePoint, {
          params: { request_id: requestId, position: seen.position },
          json: decision,
          headers: { 'If-Match': etag },
          readHeaders,
        }),
      );
      queryClient.setQueryData(query.queryKey, loaded);
      return loaded.body.points[seen.position];
    });
    const { reason } = seen;
    if (reason !== '' && decision.decision !== 'rejected' && point)
      showActionToast(
        'The reason was removed',
        'Undo',
        () => void decidePoint(requestId, point, { decision: 'rejected', reason }),
      );
    return true;
  } catch (error) {
    showRequestError(`The decision about “${seen.text}” was not saved`, error);
    void invalidate(query.queryKey);
    return false;
  }
}
