import { createHash } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { modelFileName, modelSha256 } from '../../electron/service/features/knowledge/embedding/model.ts';
import { prepareModel } from '../../electron/setup/embedding-model/prepare-model.ts';

describe('prepareModel', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'model-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  // The tests themselves begin with a folder that does not exist.
  it('replaces an invalid file with the pinned graph, writes nothing else, and keeps a valid file', async () => {
    const path = join(folder, modelFileName);
    await writeFile(path, 'half a model');
    expect(await prepareModel(folder)).toBe(path);
    const bytes = await readFile(path);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(modelSha256);
    expect(await readdir(folder)).toEqual([modelFileName]);
    const { ino } = await stat(path);
    await prepareModel(folder);
    expect((await stat(path)).ino).toBe(ino);
  });
});
