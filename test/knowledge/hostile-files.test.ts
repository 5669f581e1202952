import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StartedService } from '../helpers/start-service.ts';
import { startServiceWithWorkspace } from '../helpers/start-service-with-workspace.ts';
import { upload, uploadAndWait } from '../helpers/upload.ts';
import { waitForDocument } from '../helpers/wait-for-document.ts';
import { bombs } from './parsing/make-bombs.ts';

let started: StartedService;
beforeAll(async () => {
  started = await startServiceWithWorkspace();
});
afterAll(() => started.stop());

test.each(bombs)('$name fails alone', async ({ name, make }) => {
  const bytes = make();
  expect(bytes.length).toBeLessThan(32 * 1024);
  const document_id = await upload(started.v1, name, bytes, 'bomb.pdf');
  const neighbour = await uploadAndWait(started.v1, `Beside ${name}`, 'We are open on Tuesday.');
  expect(neighbour.status).toBe('active');
  const failed = await waitForDocument(started.v1, document_id);
  expect(failed).toMatchObject({ status: 'failed', error: { code: 'too_complex' } });
});
