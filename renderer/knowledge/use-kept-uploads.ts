import { useEffect } from 'react';
import { useSession } from '../session/session-query.ts';
import { keepUploads, readKeptUploads } from './kept-uploads.ts';
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
