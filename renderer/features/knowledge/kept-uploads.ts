import * as z from 'zod';
import { isDuplicate, isUnfinished, type UploadItem } from './upload-item.ts';

export const uploadStorageKey = 'switchboard.uploads';

const keptUploadsSchema = z.object({
  workspaceId: z.string(),
  items: z.array(
    z.object({
      id: z.string(),
      fileName: z.string(),
      sizeBytes: z.number(),
      title: z.string(),
      idempotencyKey: z.string(),
      sha256: z.string().nullable(),
      question: z.string().exactOptional(),
      stage: z.union([
        z.object({ name: z.literal('needs_confirmation'), cause: z.literal('duplicate'), reason: z.string() }),
        z.object({ name: z.literal('lost'), cause: z.enum(['reload', 'lock']) }),
      ]),
    }),
  ),
});

/** `sessionStorage` in the window. */
type UploadStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Keeps the unfinished uploads until the window is closed. A duplicate can still be added
 * after a reload, because the knowledge base has its bytes. Any other file is lost, because only the page had its bytes.
 */
export function keepUploads(
  storage: UploadStorage,
  workspaceId: string,
  items: readonly UploadItem[],
  cause: 'reload' | 'lock' = 'reload',
): void {
  const kept = items.filter(isUnfinished).map((item) => ({
    ...item,
    file: undefined,
    stage: isDuplicate(item) ? item.stage : { name: 'lost', cause },
  }));
  if (kept.length === 0) storage.removeItem(uploadStorageKey);
  else storage.setItem(uploadStorageKey, JSON.stringify({ workspaceId, items: kept }));
}

/** Returns the uploads of this workspace that were unfinished when the window was reloaded. */
export function readKeptUploads(storage: UploadStorage, workspaceId: string): readonly UploadItem[] {
  const kept = keptUploadsSchema.safeParse(JSON.parse(storage.getItem(uploadStorageKey) ?? 'null'));
  if (!kept.success || kept.data.workspaceId !== workspaceId) return [];
  return kept.data.items.map((item) => ({ ...item, file: null }));
}
