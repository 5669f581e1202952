import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { ParseRequest } from '../../electron/service/features/knowledge/parsing/parse-protocol.ts';
import type { StartProcess } from '../../electron/service/platform/processes/start-process.ts';
import { v1Routes } from '../../shared/contract/contract.ts';
import { createMemorySettings } from '../helpers/service/memory-settings.ts';
import { startService } from '../helpers/service/start-service.ts';
import { startServiceWithWorkspace } from '../helpers/service/start-service-with-workspace.ts';
import { createTemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { upload } from '../helpers/service/upload.ts';
import { waitForDocument } from '../helpers/service/wait-for-document.ts';
import { waitFor } from '../helpers/clock/wait-for.ts';
import { testOnFile } from '../helpers/service/test-on-file.ts';

/** Starts parsers that never answer, so that the ingest of each document is interrupted. */
function createSilentParsers() {
  const titles: (string | null)[] = [];
  const startProcess: StartProcess = ({ onExit }) => ({
    send(message) {
      const request = message as ParseRequest; // the parser sends nothing else
      if (request.type === 'parse') titles.push(request.task.title);
    },
    kill: () => onExit(new Error('The parser was ended.')),
    ref() {},
    unref() {},
  });
  return { titles, startProcess };
}

testOnFile('a document fails after the app ended three times while processing it, and can be retried', async () => {
  const folder = await createTemporaryFolder();
  onTestFinished(() => folder.remove());
  const settings = createMemorySettings();
  const { titles, startProcess } = createSilentParsers();
  const getOptions = (starts: number) => ({ dataDir: join(folder.path, `${starts}`), settings, startProcess });
  let started = await startServiceWithWorkspace(getOptions(0));
  onTestFinished(() => started.stop());
  const document_id = await upload(started.v1, 'Fatal', 'We are open on Tuesday.');
  const params = { document_id };
  for (let starts = 1; starts <= 3; starts++) {
    await waitFor(() => expect(titles).toHaveLength(starts));
    expect(await started.v1(v1Routes.getDocument, { params })).toMatchObject({ status: 'processing' });
    // The folder as a kill leaves it. Closing the service would undo the attempt.
    cpSync(getOptions(starts - 1).dataDir, getOptions(starts).dataDir, { recursive: true });
    await started.service.close();
    started = await startService(getOptions(starts));
  }
  const failed = await waitForDocument(started.v1, document_id);
  expect(failed).toMatchObject({ status: 'failed', chunks_created: 0, error: { code: 'interrupted' } });
  expect(titles).toHaveLength(3);
  expect(await started.v1(v1Routes.retryDocument, { params })).toMatchObject({ status: 'processing' });
  await waitFor(() => expect(titles).toEqual(Array.from({ length: 4 }, () => 'Fatal')));
});

test('a start of the app that is not interrupted does not count', async () => {
  const folder = await createTemporaryFolder();
  onTestFinished(() => folder.remove());
  const settings = createMemorySettings();
  const { titles, startProcess } = createSilentParsers();
  const options = { dataDir: folder.path, settings, startProcess };
  let started = await startServiceWithWorkspace(options);
  onTestFinished(() => started.stop());
  const document_id = await upload(started.v1, 'Long', 'We are open on Tuesday.');
  for (let starts = 1; starts <= 4; starts++) {
    await waitFor(() => expect(titles).toHaveLength(starts));
    await started.service.close();
    started = await startService(options);
  }
  await waitFor(() => expect(titles).toHaveLength(5));
  const document = await started.v1(v1Routes.getDocument, { params: { document_id } });
  expect(document.status).toBe('processing');
});
