import { useEffect } from 'react';
import { useStore } from 'zustand';
import { countUnfinishedUploads, uploads } from './uploads.ts';

/** Makes the browser ask for confirmation before the window is closed during uploads. */
export function useUnfinishedUploadGuard(): void {
  const isBusy = useStore(uploads.store, ({ items }) => countUnfinishedUploads(items) > 0);
  useEffect(() => {
    if (!isBusy) return undefined;
    const preventClose = (event: BeforeUnloadEvent) => event.preventDefault();
    globalThis.addEventListener('beforeunload', preventClose);
    return () => globalThis.removeEventListener('beforeunload', preventClose);
  }, [isBusy]);
}
