import type { SyntheticEvent } from 'react';

/** Whether the event's target is a DOM descendant. React also bubbles events from portals such as dialogs and menus. */
export function isEventInside({ currentTarget, target }: SyntheticEvent): boolean {
  return target instanceof Node && currentTarget.contains(target);
}
