import { appRoutes } from '../../../../../shared/contract/contract.ts';
import type { ReviewChange } from '../../../../../shared/calls/call-reviews.ts';
import { showRequestError } from '../../../../data/show-request-error.ts';
import { queryClient } from '../../../../data/query-client.ts';
import { app } from '../../../../data/service-clients.ts';
import { showActionToast } from '../../../../ui/feedback/toasts.ts';
import { callQuery } from '../../call-query.ts';
import { refreshReviews } from '../../calls-query.ts';

/** Changes the review of a call. Shows the error if that fails. Returns whether it was changed. */
export async function changeReview(callId: string, change: ReviewChange): Promise<boolean> {
  try {
    const review = await app(appRoutes.updateCallReview, { params: { call_id: callId }, json: change });
    queryClient.setQueryData(callQuery(callId).queryKey, (details) => details && { ...details, ...review });
    return true;
  } catch (error) {
    showRequestError('The review was not changed', error);
    return false;
  } finally {
    refreshReviews(callId);
  }
}

/** Removes a tag without confirmation and offers to undo it. */
export async function removeTag(callId: string, tag: string): Promise<void> {
  if (await changeReview(callId, { remove_tags: [tag] }))
    showActionToast(`Tag “${tag}” removed`, 'Undo', () => void changeReview(callId, { add_tags: [tag] }));
}
