import { Toast } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck, TriangleAlert, X } from 'lucide-react';

const toastManager = Toast.createToastManager();

/** The last message of each type that nobody has to read. */
const messageIds = new Map<'done' | 'warning', string>();

/** Shows a success message that closes after a few seconds, or when the next one opens. */
export function showToast(title: string): void {
  replaceMessage('done', title, {});
}

/** Shows a warning that closes after ten seconds, or when the next one opens. */
export function showWarningToast(title: string): void {
  replaceMessage('warning', title, { timeout: 10_000 });
}

function replaceMessage(type: 'done' | 'warning', title: string, options: { readonly timeout?: number }): void {
  const previousId = messageIds.get(type);
  if (previousId !== undefined) toastManager.close(previousId);
  messageIds.set(type, toastManager.add({ title, type, ...options }));
}

/** The open toasts that have an action. */
const actionToastIds = new Set<string>();

/** Shows a success message with an action. Closes after ten seconds. */
export function showActionToast(title: string, action: string, run: () => void): void {
  const id: string = toastManager.add({
    title,
    type: 'done',
    timeout: 10_000,
    onRemove: () => void actionToastIds.delete(id),
    actionProps: {
      children: action,
      onClick: () => {
        toastManager.close(id);
        run();
      },
    },
  });
  actionToastIds.add(id);
}

/** Closes all toasts with an action, because their actions belong to the workspace that is being closed. */
export function closeActionToasts(): void {
  for (const id of actionToastIds) toastManager.close(id);
}

/** Shows an error that stays until the user dismisses it. */
export function showErrorToast(title: string, detail: string): void {
  toastManager.add({ title, description: detail, type: 'failure', timeout: 0 });
}

/** Shows the toasts over the title bar: at most four, the newest first. Older ones wait until there is space. */
export function Toasts() {
  return (
    <Toast.Provider toastManager={toastManager} limit={4}>
      <Toast.Portal>
        <Toast.Viewport className="fixed top-1.5 left-1/2 z-50 flex w-90 -translate-x-1/2 flex-col gap-2 outline-none">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
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
      swipeDirection="up"
      className="fade-transition no-drag rounded-panel bg-raised shadow-float data-limited:hidden"
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
