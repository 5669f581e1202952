import { useEffect } from 'react';
import { create } from 'zustand';

/** The name of what the view shows, for the title bar; null if it is not loaded, or the view has only the title of its route. */
export const useOpenTitleStore = create<{ readonly title: string | null }>(() => ({ title: null }));

/** Shows a name in the title bar while the calling component is shown. */
export function useOpenTitle(title: string): void {
  useEffect(() => {
    useOpenTitleStore.setState({ title });
    return () => useOpenTitleStore.setState({ title: null });
  }, [title]);
}
