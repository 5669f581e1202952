import { Toast } from '@base-ui/react/toast';
import { createStore } from 'zustand';

export const toastManager = Toast.createToastManager();

type ToastOptions = Parameters<typeof toastManager.add>[0];

type ToastState = {
  /** What is done when the code that shows toasts is loaded, or null if it is. */
  readonly waiting: readonly (() => void)[] | null;
  /** The last message of each type that can be replaced before it is read. */
  readonly messageIds: { readonly done?: string; readonly warning?: string };
  /** The open toasts that have an action. */
  readonly actionIds: readonly string[];
  /** The open errors, by their text. */
  readonly errorIds: Readonly<Record<string, string | undefined>>;
};

const { getState, setState } = createStore<ToastState>(() => ({
  waiting: [],
  messageIds: {},
  actionIds: [],
  errorIds: {},
}));

/** Shows the toasts that were waiting, now that they can be shown. */
export function showWaitingToasts(): void {
  const { waiting } = getState();
  setState({ waiting: null });
  for (const show of waiting ?? []) show();
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
  const { waiting } = getState();
  if (waiting) setState({ waiting: [...waiting, run] });
  else run();
}

/** Shows a success message that closes after a few seconds, or when the next one opens. */
export function showToast(title: string): void {
  replaceMessage('done', title, {});
}

/** Shows a warning that closes after ten seconds, or when the next one opens. */
export function showWarningToast(title: string): void {
  replaceMessage('warning', title, { timeout: 10_000 });
}

function replaceMessage(type: 'done' | 'warning', title: string, options: { readonly timeout?: number }): void {
  const previousId = getState().messageIds[type];
  if (previousId !== undefined) closeToast(previousId);
  const id = addToast({ title, type, ...options });
  setState(({ messageIds }) => ({ messageIds: { ...messageIds, [type]: id } }));
}

/** Shows a success message with an action. Closes after ten seconds. */
export function showActionToast(title: string, action: string, run: () => void): void {
  const id: string = addToast({
    title,
    type: 'done',
    timeout: 10_000,
    onRemove: () => setState(({ actionIds }) => ({ actionIds: actionIds.filter((other) => other !== id) })),
    actionProps: {
      children: action,
      onClick: () => {
        closeToast(id);
        run();
      },
    },
  });
  setState(({ actionIds }) => ({ actionIds: [...actionIds, id] }));
}

/** Closes all toasts with an action, because their actions belong to the workspace that is being closed. */
export function closeActionToasts(): void {
  for (const id of getState().actionIds) closeToast(id);
}

/** Shows an error that stays until the user dismisses it, or until the same error is shown again. */
export function showErrorToast(title: string, detail: string): void {
  const text = `${title}\n${detail}`;
  closeErrorToast(title, detail);
  const onRemove = () => {
    if (getState().errorIds[text] === id) setErrorId(text, undefined);
  };
  const id: string = addToast({ title, description: detail, type: 'failure', timeout: 0, onRemove });
  setErrorId(text, id);
}

function setErrorId(text: string, id: string | undefined): void {
  setState(({ errorIds }) => ({ errorIds: { ...errorIds, [text]: id } }));
}

/** Closes an error that no longer matters. */
export function closeErrorToast(title: string, detail: string): void {
  const id = getState().errorIds[`${title}\n${detail}`];
  if (id !== undefined) closeToast(id);
}
