import { useEffect } from 'react';
import { useStore } from 'zustand';
import { isDuplicate, isUnfinished } from './upload-item.ts';
import { uploads } from './uploads.ts';

/** Makes the browser ask for confirmation before the window is closed during uploads. Closing loses no content of a duplicate. */
export function useUnfinishedUploadGuard(): void {
  const isBusy = useStore(uploads.store, ({ items }) => items.some((item) => isUnfinished(item) && !isDuplicate(item)));
  useEffect(() => {
    if (!isBusy) return undefined;
    const preventClose = (event: BeforeUnloadEvent) => event.preventDefault();
    globalThis.addEventListener('beforeunload', preventClose);
    return () => globalThis.removeEventListener('beforeunload', preventClose);
  }, [isBusy]);
}
