import { v1Routes } from '../../../../shared/contract/contract.ts';
import type { ScoreAnswer } from '../../../../shared/calls/score-answers.ts';
import { showRequestError } from '../../../data/show-request-error.ts';
import { queryClient } from '../../../data/query-client.ts';
import { v1 } from '../../../data/service-clients.ts';
import { refreshScorecards, scorecardQuery } from './scorecard-query.ts';

type Decision = {
  readonly callId: string;
  readonly criterionId: string;
  /** Null removes the decision. */
  readonly answer: ScoreAnswer | null;
  /** The `user_id` of a member; null if none is specified. */
  readonly reviewerId: string | null;
};

/** Saves a decision about one criterion of a call. Shows the error if that fails. */
export async function scoreCriterion({ callId, criterionId, answer, reviewerId }: Decision): Promise<void> {
  try {
    const scorecard = await v1(v1Routes.scoreCriterion, {
      params: { call_id: callId, criterion_id: criterionId },
      json: { answer, ...(reviewerId !== null && { reviewer_id: reviewerId }) },
    });
    queryClient.setQueryData(scorecardQuery(callId).queryKey, scorecard);
  } catch (error) {
    showRequestError('The score was not saved', error);
  }
  // Another window can have scored the criterion before this response arrived.
  refreshScorecards(callId);
}
