import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { measureFolder } from '../../electron/service/workspaces/measure-storage.ts';
import { appRoutes } from '../../shared/contract/contract.ts';
import { startService } from '../helpers/service/start-service.ts';
import { createTemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { uploadAndWait } from '../helpers/service/upload.ts';
import { testOnFile } from '../helpers/service/test-on-file.ts';

testOnFile('the storage of each workspace is measured on the disk, even if it is closed or damaged', async () => {
  const { app, v1, dataDir, stop } = await startService();
  const make = (name: string) => app(appRoutes.createWorkspace, { json: { kind: 'local', name } });
  const broken = await make('Broken');
  const first = await make('Harbour');
  const folder = (id: string, name: string) => join(dataDir, 'workspaces', id, name);
  const text = 'The ferry leaves at nine. '.repeat(40);
  await uploadAndWait(v1, 'Ferry', text);
  for (const [at, sizeBytes] of [700, 1_300].entries())
    await writeFile(folder(first.workspace_id, `recordings/call_${at}.mp3`), Buffer.alloc(sizeBytes));
  await mkdir(folder(first.workspace_id, 'invoices'));
  await writeFile(folder(first.workspace_id, 'invoices/a.pdf'), Buffer.alloc(300));
  for (const [at, name] of [
    'snapshots/000001-1.db',
    'workspace.db.before-9',
    'damaged-20260301T093000Z/files/a',
    'damaged-99999999T999999Z/files/a',
  ].entries()) {
    await mkdir(dirname(folder(first.workspace_id, name)), { recursive: true });
    await writeFile(folder(first.workspace_id, name), Buffer.alloc(100 + at));
  }
  await make('Office');
  await writeFile(folder(broken.workspace_id, 'workspace.db'), 'not a database');

  const { data_dir, workspaces } = await app(appRoutes.measureStorage, {});
  expect(data_dir).toBe(dataDir);
  const of = (id: string) => workspaces.find(({ workspace_id }) => workspace_id === id);
  expect(of(first.workspace_id)).toMatchObject({
    name: 'Harbour',
    documents: { count: 1, size_bytes: Buffer.byteLength(text) },
    recordings: { count: 2, size_bytes: 2_000 },
    invoices: { count: 1, size_bytes: 300 },
    snapshots: { count: 2, size_bytes: 201 },
    damaged_copies: [
      {
        copy_id: 'damaged-20260301T093000Z',
        replaced_at: '2026-03-01T09:30:00.000Z',
        deleted_at: '2026-03-31T09:30:00.000Z',
        size_bytes: 102,
      },
    ],
  });
  expect(of(first.workspace_id)?.database_bytes).toBeGreaterThan(10_000);
  expect(workspaces).toHaveLength(3);
  expect(workspaces.find(({ name }) => name === 'Office')?.documents).toEqual({ count: 0, size_bytes: 0 });
  expect(workspaces.find(({ name }) => name === 'Office')?.snapshots).toEqual({ count: 0, size_bytes: 0 });
  expect(of(broken.workspace_id)?.database_bytes).toBeGreaterThan(0);
  await stop();
});

test('measuring a folder of many files does not block the event loop', async () => {
  const folder = await createTemporaryFolder();
  const many = join(folder.path, 'recordings');
  await mkdir(many);
  const count = 3_000;
  await Promise.all(Array.from({ length: count }, (_, at) => writeFile(join(many, `call_${at}.mp3`), 'sound')));
  await mkdir(join(many, 'not-a-file'));
  let turns = 0;
  let isMeasuring = true;
  const takeTurn = () => {
    turns += 1;
    if (isMeasuring) setImmediate(takeTurn);
  };
  takeTurn();
  const measured = await measureFolder(many);
  isMeasuring = false;
  expect(measured).toEqual({ count, size_bytes: count * 5 });
  expect(turns, 'other work ran between the batches').toBeGreaterThan(count / 64);
  expect(await measureFolder(join(folder.path, 'never created'))).toEqual({ count: 0, size_bytes: 0 });
  await folder.remove();
});
