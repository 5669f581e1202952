import { useLayoutEffect } from 'react';
import { create } from 'zustand';

/** The name of what the view shows, for the title bar; null if it is not loaded, or the view has only the title of its route. */
export const useOpenTitleStore = create<{ readonly title: string | null }>(() => ({ title: null }));

/** Shows a name in the title bar while the calling component is shown, and not a frame longer. */
export function useOpenTitle(title: string): void {
  useLayoutEffect(() => {
    useOpenTitleStore.setState({ title });
    return () => useOpenTitleStore.setState({ title: null });
  }, [title]);
}
