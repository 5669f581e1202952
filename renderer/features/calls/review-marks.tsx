import type { CallRecord } from '../../../shared/calls/calls.ts';
import { classNames } from '../../ui/page/class-names.ts';

/**
 * The tags of a call and whether it was reviewed, in its row. A wide list shows two tags, a less wide one shows one, which leaves
 * space for the number, and a narrow one shows none; the others are counted. Text only, because scrolling draws a hundred rows
 * per second.
 */
export function ReviewMarks({
  call: { tags, review_state },
}: {
  readonly call: Pick<CallRecord, 'tags' | 'review_state'>;
}) {
  const isReviewed = review_state === 'reviewed';
  if (tags.length === 0 && !isReviewed) return null;
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
      {tags.slice(0, 2).map((tag, index) => (
        <span
          key={tag}
          className={classNames(
            'mr-1 hidden rounded-[4px] bg-well px-1 py-0.5',
            index === 0 ? '@4xl:inline' : '@6xl:inline',
          )}
        >
          {tag}
        </span>
      ))}
      {tags.length > 1 && <span className="hidden @4xl:inline @6xl:hidden">{`+${tags.length - 1}`}</span>}
      {tags.length > 2 && <span className="hidden @6xl:inline">{`+${tags.length - 2}`}</span>}
    </span>
  );
}
