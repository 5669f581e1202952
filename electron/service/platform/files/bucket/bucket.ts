import { randomUUID } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import type { OpenedWorkspace, WorkspaceBucket, WorkspaceObjects } from '../workspace-objects.ts';
import { BucketClient } from './bucket-client.ts';
import { BucketError } from './bucket-error.ts';
import { BucketObjects } from './bucket-objects.ts';
import type { BucketSettings } from './bucket-settings.ts';
import { downloadFiles, uploadFiles } from './move-files.ts';
import type { ObjectRow } from './object-queries.ts';
import { LocalCopies } from './local-copies.ts';

/** Says which database the objects of a bucket belong to. */
const ownerKey = 'switchboard-database.txt';

const maxOwnerBytes = 1000;

/** The copies of all organizations on a node: 10 GiB. */
const defaultMaxCopyBytes = 10 * 1024 ** 3;

/** An answer about the bucket is used again for this time. */
const reachableMs = 5_000;
const reachableTimeoutMs = 3_000;

/** The database whose files are in the bucket. */
export type BucketOwner = {
  /** Differs between a database and its copies. */
  readonly identity: string;
  /** What `claim` stored; null if the database has no bucket. */
  readonly readClaim: () => string | null;
  readonly claim: () => void;
};

/** The bucket of a team server. */
export class Bucket implements WorkspaceBucket {
  readonly #client: BucketClient;
  readonly #probe: BucketClient;
  readonly #copies: LocalCopies;
  #reachable: { readonly at: number; readonly issue: Promise<string | null> } | null = null;

  constructor(settings: BucketSettings, { maxCopyBytes = defaultMaxCopyBytes } = {}) {
    this.#client = new BucketClient(settings);
    this.#probe = new BucketClient(settings, { timeoutMs: reachableTimeoutMs });
    this.#copies = new LocalCopies(maxCopyBytes);
  }

  /** Writes, lists, reads and deletes a small object, and checks that the other objects belong to the database. Throws BucketError. */
  async check(owner: BucketOwner): Promise<void> {
    const folder = `check-${randomUUID()}`;
    const key = `${folder}/object`;
    await this.#client.putText(key, folder);
    const { keys } = await this.#client.list(`${folder}/`, null);
    const text = await this.#client.readText(key, folder.length);
    await this.#client.delete(key);
    if (text !== folder || keys[0] !== key)
      throw new BucketError('refused', 'The bucket does not return what was written to it.');
    await this.#checkOwner(owner);
  }

  async #checkOwner(owner: BucketOwner): Promise<void> {
    const [inBucket, inDatabase] = [await this.#client.readText(ownerKey, maxOwnerBytes), owner.readClaim()];
    if (inBucket !== null && inBucket !== (inDatabase ?? owner.identity))
      refuse('The bucket has the files of another database: use another bucket or prefix.');
    if (inDatabase !== null && inBucket === null) refuse('The bucket is not the one with the files of this database.');
    if (inDatabase !== null && inDatabase !== owner.identity)
      refuse(
        'This database is a copy of another one, whose files are in the bucket: see “Restore” in the page for operators.',
      );
    if (inBucket === null) await this.#client.putText(ownerKey, owner.identity);
    if (inDatabase === null) owner.claim();
  }

  /** Returns null if the bucket answers, otherwise a sentence for the operator. Asks it at most every few seconds. */
  findIssue(): Promise<string | null> {
    const now = performance.now();
    if (!this.#reachable || now - this.#reachable.at > reachableMs)
      this.#reachable = { at: now, issue: this.#findIssue() };
    return this.#reachable.issue;
  }

  async #findIssue(): Promise<string | null> {
    try {
      const text = await this.#probe.readText(ownerKey, maxOwnerBytes);
      return text === null ? 'The bucket is not the one with the files of this database.' : null;
    } catch (error) {
      return error instanceof BucketError ? error.message : 'The bucket cannot be used.';
    }
  }

  /** Uploads the files in the folder of a workspace that is imported. Returns the rows to store with it. Throws BucketError. */
  uploadFiles(workspaceId: string, dir: string): Promise<readonly ObjectRow[]> {
    return uploadFiles(this.#client, workspaceId, dir);
  }

  /** Downloads files to the folder of a workspace that is exported. Throws BucketError. */
  downloadFiles(objects: readonly ObjectRow[], dir: string): Promise<void> {
    return downloadFiles(this.#client, objects, dir);
  }

  open(db: Database, workspace: OpenedWorkspace): WorkspaceObjects {
    return new BucketObjects(db, { ...workspace, client: this.#client, copies: this.#copies });
  }
}

function refuse(reason: string): never {
  throw new BucketError('refused', `${reason} Nothing was changed.`);
}
