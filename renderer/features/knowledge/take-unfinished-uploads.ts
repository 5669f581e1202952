import { getShownWorkspace } from '../../data/session/shown-workspace.ts';
import { keepUploads, uploadStorageKey } from './kept-uploads.ts';
import type { UploadItem } from './upload-item.ts';
import { uploads } from './uploads.ts';

/** Running uploads have this long to end. All others are listed as lost. */
const waitMs = 2_000;

/**
 * Starts no more uploads, waits for those that are running, and removes the others from the storage of the tab. Returns the
 * others as text for `putBackUploads`.
 */
export async function takeUnfinishedUploads(): Promise<string | null> {
  const workspaceId = getShownWorkspace();
  uploads.pause();
  const running = new Set(listRunningUploads().map(({ id }) => id));
  await waitForRunningUploads();
  // The lock can also have made a running upload fail.
  const items = uploads.store
    .getState()
    .items.map((item) => (item.stage.name === 'failed' && running.has(item.id) ? markUploading(item) : item));
  if (workspaceId) keepUploads(sessionStorage, workspaceId, items, 'lock');
  const kept = sessionStorage.getItem(uploadStorageKey);
  sessionStorage.removeItem(uploadStorageKey);
  return kept;
}

export function putBackUploads(kept: string | null): void {
  if (kept !== null) sessionStorage.setItem(uploadStorageKey, kept);
}

function waitForRunningUploads(): Promise<void> {
  if (listRunningUploads().length === 0) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    };
    const timer = setTimeout(finish, waitMs);
    const unsubscribe = uploads.store.subscribe(() => listRunningUploads().length === 0 && finish());
  });
}

function listRunningUploads(): readonly UploadItem[] {
  return uploads.store.getState().items.filter(({ stage }) => stage.name === 'uploading');
}

function markUploading(item: UploadItem): UploadItem {
  return { ...item, stage: { name: 'uploading' } };
}
