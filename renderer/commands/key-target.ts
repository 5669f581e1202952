const overlaySelector = ':is([role="dialog"], [role="alertdialog"], [role="menu"])';

/** Something stands over the view and has the keys: no toast, which calls itself a dialog, and nothing that is leaving. */
export function isDialogOpen(): boolean {
  return document.querySelector(`${overlaySelector}:not([data-toast], [data-closed])`) !== null;
}

/** Keys pressed there are text. */
export function isTextInput(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
