import type { ComponentProps, FocusEvent } from 'react';
import { classNames } from '../page/class-names.ts';

/** A row of filters, with space for their focus rings. If it scrolls sideways, it shows a focused filter whole. */
export function FilterRow({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div {...rest} onFocus={showFocused} className={classNames('-m-1 flex min-w-0 items-center p-1', className)} />
  );
}

/** The browser does not scroll to a control of which it shows a part. A pressed one stays under the pointer. */
function showFocused({ target }: FocusEvent<HTMLElement>): void {
  if (target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
