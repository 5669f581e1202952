import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Directory } from '../../service/platform/db/postgres/directory.ts';
import type { Organizations } from './organizations.ts';

type ForeignIndexesOptions = {
  /** The folder of the search indexes of this process: each is in a folder with the ID of its workspace. */
  readonly cacheDir: string;
  readonly directory: Pick<Directory, 'findById'>;
  readonly organizations: Pick<Organizations, 'isOpen'>;
  /** Where the other nodes reach this one. */
  readonly ownAddress: string;
};

/**
 * Deletes the search indexes of organizations that another node serves, because they can have text of documents that were deleted there.
 * This node builds an index again if it opens the organization.
 */
export async function removeForeignIndexes(options: ForeignIndexesOptions): Promise<void> {
  const { cacheDir, directory, organizations, ownAddress } = options;
  if (!existsSync(cacheDir)) return;
  for (const id of readdirSync(cacheDir)) {
    if (organizations.isOpen(id)) continue;
    const listed = await directory.findById(id);
    const isForeign = !listed || (listed.owner !== null && listed.owner.address !== ownAddress);
    // Nothing waits between this check and the deletion, so the organization is not opened meanwhile.
    if (isForeign && !organizations.isOpen(id)) rmSync(join(cacheDir, id), { recursive: true, force: true });
  }
}
