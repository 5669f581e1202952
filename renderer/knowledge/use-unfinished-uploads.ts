import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useSession } from '../session/session-query.ts';
import { keepUploads, readKeptUploads } from './kept-uploads.ts';
import { isDuplicate, isUnfinished } from './upload-item.ts';
import { uploads } from './uploads.ts';

/** Shows the unfinished uploads again after the window was reloaded. */
export function useKeptUploads(): void {
  const workspaceId = useSession().workspace?.workspace_id;
  useEffect(() => {
    if (workspaceId === undefined) return undefined;
    uploads.restore(readKeptUploads(sessionStorage, workspaceId));
    return uploads.store.subscribe(({ items }) => keepUploads(sessionStorage, workspaceId, items));
  }, [workspaceId]);
}

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
