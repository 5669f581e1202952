const overlaySelector = ':is([role="dialog"], [role="alertdialog"], [role="menu"])';

/** Whether a dialog or menu is open. Toasts, which also have the role dialog, and closing elements do not count. */
export function isDialogOpen(): boolean {
  return document.querySelector(`${overlaySelector}:not([data-toast], [data-closed])`) !== null;
}

/** Whether keys pressed in the target enter text. */
export function isTextInput(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
