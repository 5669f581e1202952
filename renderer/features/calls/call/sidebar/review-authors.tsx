import type { AuthoredReview, ReviewAuthor } from '../../../../../shared/calls/call-review-fields.ts';
import { RelativeTime } from '../../../../ui/page/relative-time.tsx';
import { formatAuthor } from '../../../../format/format-author.ts';

/** Who set the state, the assignee and the tags of a review, and when. */
export function ReviewAuthors({ details }: { readonly details: AuthoredReview }) {
  const lines = listLines(details);
  if (lines.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 text-small text-muted" aria-label="Authors of the review">
      {lines.map(({ action, by, at }) => (
        <li key={`${action} ${by.id}`} className="break-words">
          {action} by {formatAuthor(by)} <RelativeTime at={at} />
        </li>
      ))}
    </ul>
  );
}

type Line = Pick<ReviewAuthor, 'by' | 'at'> & { readonly action: string };

function listLines({ review_state, assignee, set_by }: AuthoredReview): readonly Line[] {
  const actions = {
    review_state: review_state === 'reviewed' ? 'Reviewed' : 'Marked as not reviewed',
    assignee: assignee ? 'Assigned' : 'Assignee removed',
  };
  const set = (['review_state', 'assignee'] as const).flatMap((field): readonly Line[] =>
    set_by.filter((one) => one.field === field).map(({ by, at }) => ({ action: actions[field], by, at })),
  );
  return [...set, ...listTagLines(set_by.filter(({ field }) => field === 'tag'))];
}

/** One line for each author, with the time of the latest tag. */
function listTagLines(set: readonly ReviewAuthor[]): readonly Line[] {
  const authors = [...new Set(set.map(({ by }) => by.id))];
  return authors.map((id) => {
    const tags = set.filter(({ by }) => by.id === id);
    const latest = tags.reduce((last, one) => (one.at > last.at ? one : last));
    return { action: `Tagged ${tags.map(({ tag }) => `“${tag}”`).join(', ')}`, by: latest.by, at: latest.at };
  });
}
