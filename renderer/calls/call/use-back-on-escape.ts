import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isDialogOpen, isTextInput } from '../../commands/key-target.ts';
import { useCallsStore } from '../calls-store.ts';

/** Esc goes back to the list as it was left, unless a field, a menu or a dialog has the key. */
export function useBackOnEscape(): void {
  const navigate = useNavigate();
  useEffect(() => {
    let isTaken = false;
    // What floats closes before the key comes back up here, so it is looked for on the way down.
    const look = () => (isTaken = isDialogOpen());
    const leave = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || isTaken || event.defaultPrevented || event.isComposing || isTextInput(event.target))
        return;
      event.preventDefault();
      void navigate({ to: '/calls', search: useCallsStore.getState().search });
    };
    globalThis.addEventListener('keydown', look, { capture: true });
    globalThis.addEventListener('keydown', leave);
    return () => {
      globalThis.removeEventListener('keydown', look, { capture: true });
      globalThis.removeEventListener('keydown', leave);
    };
  }, [navigate]);
}
