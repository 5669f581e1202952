import type { SyntheticEvent } from 'react';

/** Whether an event comes from within the element itself, and not from a dialog or menu that React bubbles it up from. */
export function isEventInside({ currentTarget, target }: SyntheticEvent): boolean {
  return target instanceof Node && currentTarget.contains(target);
}
