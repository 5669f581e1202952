import { afterEach, beforeEach, expect, test } from 'vitest';
import { v1Routes } from '../../shared/contract/contract.ts';
import { startService } from '../helpers/service/start-service.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { upload } from '../helpers/service/upload.ts';

let folder: TemporaryFolder;
beforeEach(async () => {
  folder = await createTemporaryFolder();
});
afterEach(() => folder.remove());

test('serve is ready while a document that an earlier run left unfinished is still processing', async () => {
  const first = await startService({ dataDir: folder.path });
  await first.service.openServeWorkspace({ demo: false });
  const document_id = await upload(first.v1, 'Long', 'One sentence after another. '.repeat(20_000));
  await first.stop();

  const second = await startService({ dataDir: folder.path });
  await second.service.openServeWorkspace({ demo: false });
  const document = await second.v1(v1Routes.getDocument, { params: { document_id } });
  expect(document.status).toBe('processing');
  await second.stop();
});

test('a new demo can search all its documents immediately', async () => {
  const demo = await startService({ dataDir: folder.path });
  await demo.service.openServeWorkspace({ demo: true });
  const { data } = await demo.v1(v1Routes.listDocuments, {});
  expect(new Set(data.map(({ status }) => status))).toEqual(new Set(['active']));
  await demo.stop();
});
