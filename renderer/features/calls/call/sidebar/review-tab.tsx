import { useQuery } from '@tanstack/react-query';
import { Check, RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { noAssignee } from '../../../../../shared/calls/call-review-fields.ts';
import type { CallDetails } from '../../../../../shared/calls/calls.ts';
import { v1Routes } from '../../../../../shared/contract/contract.ts';
import { limits } from '../../../../../shared/contract/limits.ts';
import type { ReviewChange } from '../../../../../shared/calls/call-reviews.ts';
import { formatReviewSubject } from '../../../../../shared/workspaces/sync.ts';
import { useMissingPermission } from '../../../../data/session/missing-permission.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { ChipsField } from '../../../../ui/fields/chips-field.tsx';
import { Select } from '../../../../ui/fields/select.tsx';
import { StatusLabel } from '../../../../ui/feedback/status-label.tsx';
import { showRequestError } from '../../../../data/show-request-error.ts';
import { queryClient } from '../../../../data/query-client.ts';
import { v1 } from '../../../../data/service-clients.ts';
import { showActionToast } from '../../../../ui/feedback/toasts.ts';
import { assigneesQuery, callFacetsQuery, refreshReviews } from '../../calls-query.ts';
import { WaitingLabel } from '../../../outbox/public.ts';
import { formatAssignee, notAssigned, reviewStateLabels } from '../../review-labels.ts';
import { callQuery } from '../../call-query.ts';
import { ReviewAuthors } from './review-authors.tsx';

type ReviewedCall = { readonly details: CallDetails };

type ReviewTabProps = ReviewedCall & { readonly summary?: ReactNode; readonly children?: ReactNode };

/** The review of a call: its state, summary, assignee and tags, then the given content. Only roles that can change it have controls. */
export function ReviewTab({ details, summary, children }: ReviewTabProps) {
  const disabledReason = useMissingPermission(v1Routes.updateCallReview, v1Routes.listAssignees);
  return (
    <div className="flex flex-col gap-4 px-4 py-3">
      <ReviewStateRow details={details} disabledReason={disabledReason} />
      <WaitingLabel subjectId={formatReviewSubject(details.call_id)} />
      <ReviewAuthors details={details} />
      {summary}
      {disabledReason === null ? <ReviewFields details={details} /> : <ReadOnlyReview details={details} />}
      {children}
    </div>
  );
}

type ReviewStateRowProps = ReviewedCall & { readonly disabledReason: string | null };

function ReviewStateRow({ details: { call_id, review_state }, disabledReason }: ReviewStateRowProps) {
  const isReviewed = review_state === 'reviewed';
  return (
    // Stays in sight while the tab scrolls.
    <div className="sticky top-0 z-10 -mx-4 -mt-3 -mb-2 flex flex-wrap items-center justify-between gap-2 border-b border-line bg-surface px-4 pt-3 pb-2">
      <span className="shrink-0">
        <StatusLabel tone={isReviewed ? 'good' : 'pending'} label={reviewStateLabels[review_state]} />
      </span>
      <Button
        size="small"
        disabledReason={disabledReason}
        icon={isReviewed ? <RotateCcw aria-hidden size={13} /> : <Check aria-hidden size={13} />}
        onClick={() => void changeReview(call_id, { review_state: isReviewed ? 'not_reviewed' : 'reviewed' })}
      >
        {isReviewed ? 'Mark as not reviewed' : 'Mark as reviewed'}
      </Button>
    </div>
  );
}

function ReviewFields({ details: { call_id, assignee, tags } }: ReviewedCall) {
  const change: ChangeReview = (next) => changeReview(call_id, next);
  const members = useQuery(assigneesQuery).data ?? [];
  const knownTags = useQuery(callFacetsQuery).data?.tags ?? [];
  const former = assignee && !members.some(({ user_id }) => user_id === assignee.user_id) ? [assignee] : [];
  const options = [
    { value: noAssignee, label: notAssigned },
    ...[...former, ...members].map((member) => ({ value: member.user_id, label: formatAssignee(member) })),
  ];
  const suggestions = knownTags.filter((tag) => !tags.includes(tag));
  return (
    <>
      <Select
        label="Assignee"
        value={assignee?.user_id ?? noAssignee}
        options={options}
        onChange={(userId) => void change({ assignee_id: userId === noAssignee ? null : userId })}
      />
      <ChipsField
        label="Tags"
        hint={`Press Enter to add a tag. At most ${limits.tagsPerCall}.`}
        placeholder="Add a tag"
        maxChips={limits.tagsPerCall}
        maxLength={limits.tagLength}
        chips={tags.map((tag) => ({ id: tag, label: tag }))}
        suggestions={suggestions}
        describeOther={(text) => `Add “${text}”`}
        errorAction={{ label: 'Remove', run: (tag) => void removeTag(change, tag) }}
        onAdd={(added) => void change({ add_tags: [...added] })}
        onRemove={(tag) => void removeTag(change, tag)}
      />
    </>
  );
}

function ReadOnlyReview({ details: { assignee, tags } }: ReviewedCall) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
      <dt className="text-muted">Assignee</dt>
      <dd className="break-words">{assignee ? formatAssignee(assignee) : notAssigned}</dd>
      <dt className="text-muted">Tags</dt>
      <dd className="break-words">{tags.length > 0 ? tags.join(', ') : 'None'}</dd>
    </dl>
  );
}

type ChangeReview = (change: ReviewChange) => Promise<boolean>;

/** Changes the review of a call. Shows the error if that fails. Returns whether it was changed. */
async function changeReview(callId: string, change: ReviewChange): Promise<boolean> {
  try {
    const review = await v1(v1Routes.updateCallReview, { params: { call_id: callId }, json: change });
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
async function removeTag(change: ChangeReview, tag: string): Promise<void> {
  if (await change({ remove_tags: [tag] }))
    showActionToast(`Tag “${tag}” removed`, 'Undo', () => void change({ add_tags: [tag] }));
}
