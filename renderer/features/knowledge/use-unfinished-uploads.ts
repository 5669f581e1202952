import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { UnfinishedUploads } from '../../../shared/window/bridge.ts';
import { bridge } from '../../data/bridge.ts';
import { useSession } from '../../data/session/session-query.ts';
import { keepUploads, readKeptUploads } from './kept-uploads.ts';
import { isDuplicate, isUnfinished, type UploadItem } from './upload-item.ts';
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

/**
 * Makes the browser ask for confirmation before the window is closed during uploads. Electron hides the window while files are
 * sent, and asks when it quits. Closing loses no content of a duplicate.
 */
export function useUnfinishedUploadGuard(): void {
  const { sending, undecided } = useStore(uploads.store, useShallow(countUnfinished));
  useEffect(() => bridge.reportUploads({ sending, undecided }), [sending, undecided]);
  const isBusy = sending + undecided > 0;
  useEffect(() => {
    if (!isBusy) return undefined;
    const preventClose = (event: BeforeUnloadEvent) => event.preventDefault();
    globalThis.addEventListener('beforeunload', preventClose);
    return () => globalThis.removeEventListener('beforeunload', preventClose);
  }, [isBusy]);
}

function countUnfinished({ items }: { readonly items: readonly UploadItem[] }): UnfinishedUploads {
  const unfinished = items.filter((item) => isUnfinished(item) && !isDuplicate(item));
  const undecided = unfinished.filter(({ stage }) => stage.name === 'needs_confirmation').length;
  return { sending: unfinished.length - undecided, undecided };
}
