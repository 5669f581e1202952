/** A ref for the control with which a step of a dialog begins, because the focused control of the previous step is gone. */
export function focusOnMount(control: HTMLElement | null): void {
  control?.focus();
}
