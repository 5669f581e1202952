import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { removeForeignIndexes } from '../../../electron/host/team/remove-foreign-indexes.ts';
import { createTemporaryFolder } from '../../helpers/service/temporary-folder.ts';

test('search indexes stay only of organizations that this node serves, or that no node serves', async () => {
  const { path: cacheDir, remove } = await createTemporaryFolder();
  onTestFinished(remove);
  const owners: Readonly<Record<string, string | null>> = {
    wsp_own: 'here:1',
    wsp_closed: null,
    wsp_other: 'there:1',
    wsp_taken: 'there:1',
  };
  for (const id of [...Object.keys(owners), 'wsp_deleted']) {
    mkdirSync(join(cacheDir, id));
    writeFileSync(join(cacheDir, id, 'search-index-1.db'), 'The text of a document');
  }
  const findById = (id: string) => {
    const address = owners[id];
    if (address === undefined) return Promise.resolve(undefined);
    return Promise.resolve({ id, owner: address === null ? null : { address, backendPid: 1 } });
  };
  // Its owner has ended, and this node opens it.
  const organizations = { isOpen: (id: string) => id === 'wsp_taken' };
  await removeForeignIndexes({ cacheDir, directory: { findById }, organizations, ownAddress: 'here:1' });
  const isKept = (id: string) => existsSync(join(cacheDir, id));
  expect([...Object.keys(owners), 'wsp_deleted'].filter(isKept)).toEqual(['wsp_own', 'wsp_closed', 'wsp_taken']);
});
