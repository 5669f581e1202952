import { useRef } from 'react';

/** Returns functions that save the focused element when a panel opens, and focus it, or else the view, when it closes. */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null);
  const saveFocus = () => {
    opener.current = document.activeElement;
  };
  const restoreFocus = () => {
    if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
    else document.querySelector<HTMLElement>('#content')?.focus();
  };
  return { saveFocus, restoreFocus };
}
