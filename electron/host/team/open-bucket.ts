import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../../../shared/contract/problems.ts';
import type { PostgresDatabases } from '../../service/platform/db/postgres/postgres-databases.ts';
import { BucketError } from '../../service/platform/files/bucket/bucket-error.ts';
import { Bucket, type BucketOwner } from '../../service/platform/files/bucket/bucket.ts';
import { readBucketSettings, warnWithoutTls } from '../../service/platform/files/bucket/bucket-settings.ts';

type Folders = {
  /** Of organizations whose files are in no bucket. */
  readonly filesDir: string;
  /** Of organizations, with the copies that a node has of files in the bucket. */
  readonly copiesDir?: string;
};

/**
 * Opens and checks the bucket of `--bucket`, and deletes the copies of its files that a killed process left: other nodes can have
 * deleted those files since. Returns undefined without the option. Throws Problem with one sentence if the bucket cannot be used, or is
 * needed.
 */
export async function openBucket(
  url: string | undefined,
  databases: Pick<PostgresDatabases, 'openBucketOwner'>,
  folders: Folders,
): Promise<Bucket | undefined> {
  const owner = databases.openBucketOwner();
  try {
    if (url !== undefined) return await connect(url, owner, folders);
    if (owner.readClaim() === null) return undefined;
    throw new BucketError('refused', 'The files of this database are in a bucket: start with --bucket.');
  } catch (error) {
    throw explainBucketError(error);
  } finally {
    owner.close();
  }
}

/** Returns the Problem for an error of the bucket, and any other error as it is. */
export function explainBucketError(error: unknown): unknown {
  return error instanceof BucketError ? new Problem('workspace_unusable', error.message, { cause: error }) : error;
}

async function connect(url: string, owner: BucketOwner, { filesDir, copiesDir }: Folders): Promise<Bucket> {
  if (globSync('*/workspaces/*/{files,recordings}/*', { cwd: filesDir }).length > 0)
    throw new BucketError(
      'refused',
      `${filesDir} has files of organizations that are not in the bucket: start without --bucket. Nothing was changed.`,
    );
  const settings = readBucketSettings(url);
  const warning = warnWithoutTls(settings);
  if (warning !== null) process.stderr.write(`${warning}\n`);
  const bucket = new Bucket(settings);
  await bucket.check(owner);
  if (copiesDir === undefined) return bucket;
  for (const path of globSync('*/workspaces/*/{files,recordings,incoming}', { cwd: copiesDir }))
    rmSync(join(copiesDir, path), { recursive: true, force: true });
  return bucket;
}
