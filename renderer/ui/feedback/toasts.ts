import { Toast } from '@base-ui/react/toast';

export const toastManager = Toast.createToastManager();

type ToastOptions = Parameters<typeof toastManager.add>[0];

/** What is done when the code that shows toasts is loaded, or null if it is. */
let waiting: (() => void)[] | null = [];

/** Shows the toasts that were waiting, now that they can be shown. */
export function showWaitingToasts(): void {
  const shown = waiting ?? [];
  waiting = null;
  for (const show of shown) show();
}

function addToast(options: ToastOptions): string {
  const id = crypto.randomUUID();
  whenShown(() => toastManager.add({ ...options, id }));
  return id;
}

function closeToast(id: string): void {
  whenShown(() => toastManager.close(id));
}

function whenShown(run: () => void): void {
  if (waiting) waiting.push(run);
  else run();
}

/** The last message of each type that can be replaced before it is read. */
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
  if (previousId !== undefined) closeToast(previousId);
  messageIds.set(type, addToast({ title, type, ...options }));
}

/** The open toasts that have an action. */
const actionToastIds = new Set<string>();

/** Shows a success message with an action. Closes after ten seconds. */
export function showActionToast(title: string, action: string, run: () => void): void {
  const id: string = addToast({
    title,
    type: 'done',
    timeout: 10_000,
    onRemove: () => void actionToastIds.delete(id),
    actionProps: {
      children: action,
      onClick: () => {
        closeToast(id);
        run();
      },
    },
  });
  actionToastIds.add(id);
}

/** Closes all toasts with an action, because their actions belong to the workspace that is being closed. */
export function closeActionToasts(): void {
  for (const id of actionToastIds) closeToast(id);
}

/** The open errors, by their text. */
const errorIds = new Map<string, string>();

/** Shows an error that stays until the user dismisses it, or until the same error is shown again. */
export function showErrorToast(title: string, detail: string): void {
  const text = `${title}\n${detail}`;
  closeErrorToast(title, detail);
  const onRemove = () => {
    if (errorIds.get(text) === id) errorIds.delete(text);
  };
  const id: string = addToast({ title, description: detail, type: 'failure', timeout: 0, onRemove });
  errorIds.set(text, id);
}

/** Closes an error that no longer matters. */
export function closeErrorToast(title: string, detail: string): void {
  const id = errorIds.get(`${title}\n${detail}`);
  if (id !== undefined) closeToast(id);
}
