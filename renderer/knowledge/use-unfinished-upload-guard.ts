import { useEffect } from 'react';
import { useStore } from 'zustand';
import { countUnfinishedUploads, uploads } from './uploads.ts';

/** Has the browser ask before the window closes on files that have not arrived. */
export function useUnfinishedUploadGuard(): void {
  const isBusy = useStore(uploads.store, ({ items }) => countUnfinishedUploads(items) > 0);
  useEffect(() => {
    if (!isBusy) return undefined;
    const keepOpen = (event: BeforeUnloadEvent) => event.preventDefault();
    globalThis.addEventListener('beforeunload', keepOpen);
    return () => globalThis.removeEventListener('beforeunload', keepOpen);
  }, [isBusy]);
}
