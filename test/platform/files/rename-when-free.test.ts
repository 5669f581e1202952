import { expect, it } from 'vitest';
import { renameWhenFree } from '../../../electron/service/platform/files/rename-when-free.ts';

/** Fails with the codes, one after the other, and then succeeds. */
function createMove(...codes: readonly string[]) {
  const moved: string[] = [];
  const move = async (from: string, to: string) => {
    const code = codes[moved.length];
    moved.push(`${from} ${to}`);
    if (code !== undefined) throw Object.assign(new Error(code), { code });
  };
  return { moved, move };
}

it('tries again while another program has the file open', async () => {
  const { moved, move } = createMove('EPERM', 'EBUSY', 'EACCES');
  await renameWhenFree('a.part', 'a', move);
  expect(moved).toEqual(['a.part a', 'a.part a', 'a.part a', 'a.part a']);
});

it('fails at once with any other error', async () => {
  const { moved, move } = createMove('ENOSPC');
  await expect(renameWhenFree('a.part', 'a', move)).rejects.toMatchObject({ code: 'ENOSPC' });
  expect(moved).toHaveLength(1);
});
