import { useRef } from 'react';

/** Remembers what had the focus when a panel was opened, and gives it back there, or to the room, when it closes. */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null);
  const saveFocus = () => {
    opener.current = document.activeElement;
  };
  const restoreFocus = () => {
    if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
    else document.querySelector<HTMLElement>('#content')?.focus();
  };
  return { remember: saveFocus, giveBack: restoreFocus };
}
