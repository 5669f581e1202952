import { Toast } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck, TriangleAlert, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { showWaitingToasts, toastManager } from './toasts.ts';
import { useClearPosition } from './use-clear-position.ts';

/** Shows the toasts at the bottom right: at most four, the newest at the top. Older ones wait until there is space. */
export function Toasts() {
  useEffect(showWaitingToasts, []); // the provider listens by then
  return (
    <Toast.Provider toastManager={toastManager} limit={4}>
      <Toast.Portal>
        <Viewport />
      </Toast.Portal>
    </Toast.Provider>
  );
}

function Viewport() {
  const { toasts } = Toast.useToastManager();
  const element = useRef<HTMLDivElement>(null);
  const position = useClearPosition(element, toasts.length > 0);
  return (
    <Toast.Viewport
      ref={element}
      style={position}
      className="pointer-events-none fixed z-50 flex w-90 max-w-[calc(100vw-2rem)] flex-col gap-2 outline-none"
    >
      <ToastList />
    </Toast.Viewport>
  );
}

/**
 * Screen readers announce a new message when they have finished speaking, because the viewport is a live region, and an error at
 * once, because its text is an alert.
 */
function ToastList() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      data-toast=""
      role="group"
      aria-modal={undefined} // not a dialog, which would take the focus
      aria-live={toast.type === 'failure' ? 'off' : undefined}
      swipeDirection="right"
      className="fade-transition pointer-events-auto rounded-panel bg-raised shadow-float data-limited:hidden"
    >
      <Toast.Content className="flex items-start gap-2.5 px-3 py-2">
        {toast.type === 'failure' ? (
          <CircleAlert aria-hidden size={16} className="mt-0.5 shrink-0 text-bad" />
        ) : toast.type === 'warning' ? (
          <TriangleAlert aria-hidden size={16} className="mt-0.5 shrink-0 text-warn" />
        ) : (
          <CircleCheck aria-hidden size={16} className="mt-0.5 shrink-0 text-good" />
        )}
        <div role={toast.type === 'failure' ? 'alert' : undefined} className="min-w-0 flex-1">
          <Toast.Title className="text-body font-medium break-words" />
          <Toast.Description className="text-small break-words text-muted" />
        </div>
        {toast.actionProps && (
          <Toast.Action className="-my-0.5 h-6 shrink-0 rounded-control px-2 font-medium text-accent hover:bg-highlight hover:text-accent-strong" />
        )}
        {/* Base UI would hide the button from assistive technology, although it can have the focus. */}
        <Toast.Close
          aria-hidden={false}
          aria-live="off"
          aria-label="Dismiss"
          className="flex size-5 shrink-0 items-center justify-center rounded-[4px] text-muted hover:bg-highlight"
        >
          <X aria-hidden size={14} />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}
