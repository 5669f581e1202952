import { Dialog as Base } from '@base-ui/react/dialog';
import { useRef, type ReactNode, type RefObject } from 'react';
import { classNames } from '../page/class-names.ts';
import { FloatingContainer } from './floating-container.ts';
import { keepClear } from '../feedback/use-clear-position.ts';

type DialogProps = {
  readonly title: string;
  readonly description?: ReactNode;
  readonly children: ReactNode;
  readonly onClose: () => void;
  /** `alertdialog` for dialogs that need a decision. */
  readonly role?: 'dialog' | 'alertdialog';
  readonly isWide?: boolean;
  readonly initialFocus?: RefObject<HTMLElement | null>;
};

/** A modal dialog that is open while it is mounted. */
export function Dialog({
  title,
  description,
  children,
  onClose,
  role = 'dialog',
  isWide = false,
  initialFocus,
}: DialogProps) {
  const floatingContainer = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fade-in fixed inset-0 z-40 bg-scrim" />
        <Base.Viewport className="fixed inset-0 z-40 flex items-center justify-center p-6">
          <Base.Popup
            role={role}
            data-dialog=""
            {...(initialFocus && { initialFocus })}
            className={classNames(
              'fade-in flex max-h-full max-w-full flex-col gap-4 scroll-pb-15 overflow-auto wrap-anywhere rounded-panel bg-raised p-5 shadow-float outline-none',
              isWide ? 'w-180' : 'w-105',
            )}
          >
            <div className="flex flex-col gap-1.5">
              <Base.Title className="text-section">{title}</Base.Title>
              {description && (
                <Base.Description render={<div />} className="flex flex-col gap-2 text-muted select-text">
                  {description}
                </Base.Description>
              )}
            </div>
            <FloatingContainer value={floatingContainer}>{children}</FloatingContainer>
            <div ref={floatingContainer} className="absolute" />
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

/** The button row of a dialog, which stays visible while the content scrolls. Cancel comes first, the action last. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return (
    <div
      {...keepClear}
      className="flex flex-wrap justify-end gap-2 pt-1 in-data-dialog:line-above-rest in-data-dialog:sticky in-data-dialog:-bottom-5 in-data-dialog:-mx-5 in-data-dialog:-mb-5 in-data-dialog:bg-raised in-data-dialog:px-5 in-data-dialog:pb-5"
    >
      {children}
    </div>
  );
}
