/** A ref for the element that takes the focus of a control that is gone, such as the first control of the next step of a dialog. */
export function focusOnMount(control: HTMLElement | null): void {
  control?.focus();
}
