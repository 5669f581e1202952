import { createHash } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { modelFileName, modelSha256 } from '../../../electron/service/features/knowledge/embedding/model.ts';
import { prepareModel } from '../../../electron/service/features/knowledge/embedding/prepare-model.ts';

describe('prepareModel', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'model-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('creates the folder and writes only the pinned graph', async () => {
    const path = await prepareModel(join(folder, 'new'));
    expect(
      createHash('sha256')
        .update(await readFile(path))
        .digest('hex'),
    ).toBe(modelSha256);
    expect(await readdir(join(folder, 'new'))).toEqual([modelFileName]);
  });

  it('keeps a valid file and replaces an invalid one', async () => {
    const path = join(folder, modelFileName);
    await writeFile(path, 'half a model');
    await prepareModel(folder);
    const { ino, size } = await stat(path);
    expect(size).toBeGreaterThan(20_000_000);
    await prepareModel(folder);
    expect((await stat(path)).ino).toBe(ino);
  });
});
