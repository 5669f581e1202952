import * as z from 'zod';
import { isDuplicate, type UploadItem } from './upload-item.ts';

const storageKey = 'switchboard.duplicates';

const keptDuplicatesSchema = z.object({
  workspaceId: z.string(),
  items: z.array(
    z.object({
      id: z.string(),
      fileName: z.string(),
      sizeBytes: z.number(),
      title: z.string(),
      idempotencyKey: z.string(),
      sha256: z.string(),
      stage: z.object({
        name: z.literal('needs_confirmation'),
        cause: z.literal('duplicate'),
        reason: z.string(),
      }),
    }),
  ),
});

/** `sessionStorage` in the window. */
type DuplicateStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Keeps the duplicates that wait for a decision until the window is closed. Their bytes are in the knowledge base. */
export function keepDuplicates(storage: DuplicateStorage, workspaceId: string, items: readonly UploadItem[]): void {
  const kept = items.filter(isDuplicate).map((item) => ({ ...item, file: undefined }));
  if (kept.length === 0) storage.removeItem(storageKey);
  else storage.setItem(storageKey, JSON.stringify({ workspaceId, items: kept }));
}

/** Returns the duplicates that this workspace kept before the window was reloaded. */
export function readKeptDuplicates(storage: DuplicateStorage, workspaceId: string): readonly UploadItem[] {
  const kept = keptDuplicatesSchema.safeParse(JSON.parse(storage.getItem(storageKey) ?? 'null'));
  if (!kept.success || kept.data.workspaceId !== workspaceId) return [];
  return kept.data.items.map((item) => ({ ...item, file: null }));
}
