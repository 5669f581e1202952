import type { CallRecord } from '../../../shared/calls/calls.ts';
import { classNames } from '../../ui/page/class-names.ts';

/**
 * The tags of a call and whether it was reviewed, in its row. A wide list shows two tags, a less wide one shows one, and a narrow
 * one shows none; the others are counted. A tag is cut before the number of the row is left out. Text only, because scrolling
 * draws a hundred rows per second.
 */
export function ReviewMarks({
  call: { tags, review_state },
}: {
  readonly call: Pick<CallRecord, 'tags' | 'review_state'>;
}) {
  return (
    <>
      {tags.length > 0 && (
        <span
          title={tags.join(', ')}
          className="ml-2 hidden min-w-0 shrink-[9999999999] gap-1 text-caption text-muted @4xl:flex"
        >
          {tags.slice(0, 2).map((tag, index) => (
            <span
              key={tag}
              className={classNames(
                'min-w-0 max-w-28 truncate rounded-[4px] bg-well px-1 py-0.5 leading-4',
                index > 0 && 'hidden @6xl:block',
              )}
            >
              {tag}
            </span>
          ))}
        </span>
      )}
      {tags.length > 1 && (
        <span className="ml-1 hidden shrink-0 text-caption text-muted @4xl:inline @6xl:hidden">{`+${tags.length - 1}`}</span>
      )}
      {tags.length > 2 && (
        <span className="ml-1 hidden shrink-0 text-caption text-muted @6xl:inline">{`+${tags.length - 2}`}</span>
      )}
      {review_state === 'reviewed' && (
        <span className="ml-2 shrink-0 text-caption text-good">
          <span aria-hidden="true">✓</span>
          <span className="sr-only">, reviewed</span>
        </span>
      )}
    </>
  );
}
