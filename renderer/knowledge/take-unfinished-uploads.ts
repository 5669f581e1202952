import { keepUploads, uploadStorageKey } from './kept-uploads.ts';
import { uploads } from './uploads.ts';

/** Running uploads have this long to end. Others are listed as lost. */
const waitMs = 2_000;

/**
 * Starts no more uploads, waits for those that are running, and takes the others out of the storage of the tab. Returns them as
 * text for `putBackUploads`.
 */
export async function takeUnfinishedUploads(workspaceId: string | undefined): Promise<string | null> {
  uploads.pause();
  await waitForRunningUploads();
  if (workspaceId !== undefined) keepUploads(sessionStorage, workspaceId, uploads.store.getState().items);
  const kept = sessionStorage.getItem(uploadStorageKey);
  sessionStorage.removeItem(uploadStorageKey);
  return kept;
}

export function putBackUploads(kept: string | null): void {
  if (kept !== null) sessionStorage.setItem(uploadStorageKey, kept);
}

function waitForRunningUploads(): Promise<void> {
  if (!hasRunningUploads()) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    };
    const timer = setTimeout(finish, waitMs);
    const unsubscribe = uploads.store.subscribe(() => !hasRunningUploads() && finish());
  });
}

function hasRunningUploads(): boolean {
  return uploads.store.getState().items.some(({ stage }) => stage.name === 'uploading');
}
