import { Tooltip as Base } from '@base-ui/react/tooltip';
import { useFloatingContainer } from './floating-container.ts';
import { useRef, type ReactElement, type ReactNode } from 'react';

type TooltipProps = {
  /** The tooltip is disabled if this is empty. */
  readonly content: ReactNode;
  readonly children: ReactElement<Record<string, unknown>>;
  readonly side?: 'top' | 'bottom' | 'left' | 'right';
};

/** A hint on hover and focus. Assistive technology must get the same information from the element itself. */
export function Tooltip({ content, children, side = 'bottom' }: TooltipProps) {
  const container = useFloatingContainer();
  const actions = useRef<Base.Root.Actions>(null);
  return (
    <Base.Root
      disabled={!content}
      actionsRef={actions}
      onOpenChange={(_, details) => {
        if (details.reason !== 'escape-key') return;
        // The tooltip closes, but does not handle the key: Esc also closes the panel or dialog that contains the button.
        details.cancel();
        details.allowPropagation();
        actions.current?.close();
      }}
    >
      <Base.Trigger render={children} />
      <Base.Portal container={container}>
        <Base.Positioner positionMethod="fixed" sideOffset={6} side={side} className="z-50">
          <Base.Popup className="fade-transition flex max-w-72 items-center gap-2 rounded-control bg-raised px-2 py-1 text-small text-ink shadow-float">
            {content}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export const TooltipProvider = Base.Provider;
