import type { CallRecord } from '../../shared/calls.ts';

/** More tags are counted. */
const maxShownTags = 2;

/**
 * The tags of a call and whether it was reviewed, in its row. A narrow list has no space for tags. Text only, because scrolling
 * draws a hundred rows per second.
 */
export function ReviewMarks({
  call: { tags, review_state },
}: {
  readonly call: Pick<CallRecord, 'tags' | 'review_state'>;
}) {
  const isReviewed = review_state === 'reviewed';
  if (tags.length === 0 && !isReviewed) return null;
  const others = tags.length - maxShownTags;
  return (
    <span title={tags.join(', ')} className="ml-2 max-w-44 shrink-0 truncate text-caption text-muted">
      {isReviewed && (
        <>
          <span aria-hidden="true" className="mr-1 text-good">
            ✓
          </span>
          <span className="sr-only">, reviewed</span>
        </>
      )}
      {tags.slice(0, maxShownTags).map((tag) => (
        <span key={tag} className="mr-1 hidden rounded-[4px] bg-well px-1 py-0.5 @4xl:inline">
          {tag}
        </span>
      ))}
      {others > 0 && <span className="hidden @4xl:inline">{`+${others}`}</span>}
    </span>
  );
}
