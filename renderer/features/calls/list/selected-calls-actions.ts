import type { CallFilter } from '../../../../shared/calls/call-filter.ts';
import type { BulkReviewResult, ReviewChange, ReviewUndo } from '../../../../shared/calls/call-reviews.ts';
import { v1Routes } from '../../../../shared/contract/contract.ts';
import { limits } from '../../../../shared/contract/limits.ts';
import { formatCount } from '../../../format/format-number.ts';
import { showRequestError } from '../../../data/show-request-error.ts';
import { v1 } from '../../../data/service-clients.ts';
import { showActionToast, showToast, showWarningToast } from '../../../ui/feedback/toasts.ts';
import { refreshReviews } from '../calls-query.ts';

/** A change of reviews. The title is the action's, and `describe` gets "3 calls". */
export type DescribedChange = {
  readonly title: string;
  readonly change: ReviewChange;
  readonly describe: (calls: string) => string;
};

/** Changes the reviews of calls, says how many were changed, and offers to undo it. */
export async function changeSelectedReviews(
  ids: readonly string[],
  { change, describe }: DescribedChange,
): Promise<void> {
  try {
    const { changed, skipped, undo } = await v1(v1Routes.updateCallReviews, {
      json: { calls: { ids: [...ids] }, ...change },
    });
    if (changed === 0) showToast('No calls changed');
    else showActionToast(describe(formatCount(changed, 'call')), 'Undo', () => void restoreReviews(undo));
    const warning = describeSkipped(skipped);
    if (warning !== '') showWarningToast(warning);
  } catch (error) {
    showRequestError('The reviews were not changed', error);
  } finally {
    refreshReviews(null);
  }
}

/** Changes the reviews of all calls that match a filter, and says how many were changed. Returns whether it succeeded. */
export async function changeReviewsOfMatches(
  filter: CallFilter,
  { change, describe }: DescribedChange,
): Promise<boolean> {
  try {
    const { changed, skipped } = await v1(v1Routes.updateCallReviews, { json: { calls: { filter }, ...change } });
    showToast(changed === 0 ? 'No calls changed' : describe(formatCount(changed, 'call')));
    const warning = describeSkipped(skipped);
    if (warning !== '') showWarningToast(warning);
    return true;
  } catch (error) {
    showRequestError('The reviews were not changed', error);
    return false;
  } finally {
    refreshReviews(null);
  }
}

async function restoreReviews(undo: readonly ReviewUndo[]): Promise<void> {
  let restored = 0;
  try {
    for (const { ids, ...earlier } of undo) {
      const { changed } = await v1(v1Routes.updateCallReviews, { json: { calls: { ids }, ...earlier } });
      restored += changed;
    }
    showToast(`Restored ${formatCount(restored, 'call')}`);
  } catch (error) {
    showRequestError('Not all reviews were restored', error);
  } finally {
    refreshReviews(null);
  }
}

function describeSkipped(skipped: BulkReviewResult['skipped']): string {
  const count = (wanted: (typeof skipped)[number]['reason']) =>
    skipped.filter(({ reason }) => reason === wanted).length;
  const [full, missing] = [count('too_many_tags'), count('not_found')];
  const sentences = [
    full > 0 &&
      `${formatCount(full, 'call')} would have more than ${limits.tagsPerCall} tags and ${full === 1 ? 'was' : 'were'} not changed.`,
    missing > 0 && `${formatCount(missing, 'call')} no longer ${missing === 1 ? 'exists' : 'exist'}.`,
  ];
  return sentences.filter((sentence) => sentence !== false).join(' ');
}
