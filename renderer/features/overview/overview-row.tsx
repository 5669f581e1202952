import type { ReactNode } from 'react';
import { classNames } from '../../ui/page/class-names.ts';
import { useItemRemoval } from '../../ui/tables/use-row-removal.ts';

/** Extends a link in a row to the whole row, for the pointer and for the focus ring. */
export const rowLinkClass =
  'outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 ' +
  'focus-visible:after:outline-accent';

/** The rows of a section, over the full width of the view. */
export function OverviewRows({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const list = useItemRemoval<HTMLUListElement>();
  return (
    <ul ref={list} aria-label={label} className="-mx-6 border-t border-line">
      {children}
    </ul>
  );
}

export function OverviewRow({
  children,
  isMultiline = false,
}: {
  readonly children: ReactNode;
  readonly isMultiline?: boolean;
}) {
  return (
    <li
      className={classNames(
        'relative flex items-center gap-3 border-b border-line/60 px-6 hover:bg-hover @3xl:gap-4',
        isMultiline ? 'min-h-(--row-height) py-1' : 'h-(--row-height)',
      )}
    >
      {children}
    </li>
  );
}
