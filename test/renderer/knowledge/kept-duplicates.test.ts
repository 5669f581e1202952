import { expect, test } from 'vitest';
import { keepDuplicates, readKeptDuplicates } from '../../../renderer/knowledge/kept-duplicates.ts';
import type { UploadItem } from '../../../renderer/knowledge/upload-item.ts';

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

test('returns the duplicates that wait for a decision, without their files', () => {
  const storage = createStorage();
  const uploading: UploadItem = { ...duplicate, id: 'id-2', stage: { name: 'uploading' } };
  keepDuplicates(storage, 'wsp_1', [duplicate, uploading]);
  expect(readKeptDuplicates(storage, 'wsp_1')).toEqual([{ ...duplicate, file: null }]);
});

test('returns nothing for another workspace, and keeps nothing after the last decision', () => {
  const storage = createStorage();
  keepDuplicates(storage, 'wsp_1', [duplicate]);
  expect(readKeptDuplicates(storage, 'wsp_2')).toEqual([]);
  keepDuplicates(storage, 'wsp_1', []);
  expect(storage.listValues()).toEqual([]);
});

test('ignores what another version kept', () => {
  expect(readKeptDuplicates(createStorage({ 'switchboard.duplicates': '{"items":[1]}' }), 'wsp_1')).toEqual([]);
});
