const overlaySelector = ':is([role="dialog"], [role="alertdialog"], [role="menu"])';

/** Whether a dialog or menu is open. Closing elements do not count. */
export function isDialogOpen(): boolean {
  return document.querySelector(`${overlaySelector}:not([data-closed])`) !== null;
}

/** Whether keys pressed in the target enter text. */
export function isTextInput(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
