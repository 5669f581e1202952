import { expect, test } from 'vitest';
import { keepUploads, readKeptUploads } from '../../../../renderer/features/knowledge/kept-uploads.ts';
import type { UploadItem } from '../../../../renderer/features/knowledge/upload-item.ts';

const duplicate: UploadItem = {
  id: 'id-1',
  file: new File(['fares'], 'fares.txt'),
  fileName: 'fares.txt',
  sizeBytes: 5,
  title: 'fares',
  idempotencyKey: 'key-1',
  sha256: 'a1',
  stage: { name: 'needs_confirmation', cause: 'duplicate', reason: 'Added before.' },
};

function createStorage(content: Readonly<Record<string, string>> = {}) {
  const values = new Map(Object.entries(content));
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
    listValues: () => [...values.values()],
  };
}

test('returns the duplicates that wait for a decision, and other unfinished files as lost', () => {
  const storage = createStorage();
  const locked: UploadItem = {
    ...duplicate,
    id: 'id-2',
    sha256: null,
    stage: { name: 'needs_confirmation', cause: 'warning', reason: 'The PDF is protected.' },
  };
  const uploading: UploadItem = { ...duplicate, id: 'id-3', stage: { name: 'uploading' } };
  const rejected: UploadItem = { ...duplicate, id: 'id-4', stage: { name: 'rejected', reason: 'The file is empty.' } };
  keepUploads(storage, 'wsp_1', [duplicate, locked, uploading, rejected]);
  expect(readKeptUploads(storage, 'wsp_1')).toEqual([
    { ...duplicate, file: null },
    { ...locked, file: null, stage: { name: 'lost', cause: 'reload' } },
    { ...uploading, file: null, stage: { name: 'lost', cause: 'reload' } },
  ]);
});

test('returns nothing for another workspace, and keeps nothing after the last decision', () => {
  const storage = createStorage();
  keepUploads(storage, 'wsp_1', [duplicate]);
  expect(readKeptUploads(storage, 'wsp_2')).toEqual([]);
  keepUploads(storage, 'wsp_1', []);
  expect(storage.listValues()).toEqual([]);
});

test('ignores what another version kept', () => {
  expect(readKeptUploads(createStorage({ 'switchboard.uploads': '{"items":[1]}' }), 'wsp_1')).toEqual([]);
});
