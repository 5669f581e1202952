import { createHash } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { modelFileName, modelSha256 } from '../../electron/service/features/knowledge/embedding/model.ts';
import {
  wordTableFileName,
  wordTableSha256,
} from '../../electron/service/features/knowledge/embedding/word-vectors.ts';
import { prepareModel } from '../../electron/setup/embedding-model/prepare-model.ts';

const hashFile = async (path: string) =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex');

describe('prepareModel', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'model-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  // The tests themselves begin with a folder that does not exist.
  it('replaces an invalid file with the pinned graph, writes only the word vectors beside it, and keeps valid files', async () => {
    const path = join(folder, modelFileName);
    await writeFile(path, 'half a model');
    expect(await prepareModel(folder)).toBe(path);
    const wordsPath = join(folder, wordTableFileName);
    expect(await hashFile(path)).toBe(modelSha256);
    expect(await hashFile(wordsPath)).toBe(wordTableSha256);
    expect((await readdir(folder)).toSorted()).toEqual([modelFileName, wordTableFileName]);
    const inodes = async () => [(await stat(path)).ino, (await stat(wordsPath)).ino];
    const before = await inodes();
    await prepareModel(folder);
    expect(await inodes()).toEqual(before);
  });
});
