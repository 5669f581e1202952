import { useEffect } from 'react';
import { useSession } from '../session/session-query.ts';
import { keepDuplicates, readKeptDuplicates } from './kept-duplicates.ts';
import { uploads } from './uploads.ts';

/** Shows the duplicates that wait for a decision again after the window was reloaded. */
export function useKeptDuplicates(): void {
  const workspaceId = useSession().workspace?.workspace_id;
  useEffect(() => {
    if (workspaceId === undefined) return undefined;
    uploads.restore(readKeptDuplicates(sessionStorage, workspaceId));
    return uploads.store.subscribe(({ items }) => keepDuplicates(sessionStorage, workspaceId, items));
  }, [workspaceId]);
}
