import { Tooltip as Base } from '@base-ui/react/tooltip';
import { floatingContainer } from './floating-container.ts';
import type { ReactElement, ReactNode } from 'react';

type TooltipProps = {
  /** The tooltip is disabled if this is empty. */
  readonly content: ReactNode;
  readonly children: ReactElement<Record<string, unknown>>;
  readonly side?: 'top' | 'bottom' | 'left' | 'right';
};

/** A hint on hover and focus. Assistive technology must get the same information from the element itself. */
export function Tooltip({ content, children, side = 'bottom' }: TooltipProps) {
  return (
    <Base.Root disabled={!content}>
      <Base.Trigger render={children} />
      <Base.Portal container={floatingContainer}>
        <Base.Positioner sideOffset={6} side={side} className="z-50">
          <Base.Popup className="fade-transition flex max-w-72 items-center gap-2 rounded-control bg-raised px-2 py-1 text-small text-ink shadow-float">
            {content}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export const TooltipProvider = Base.Provider;
