import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createClient } from '../../shared/client.ts';
import { v1Routes } from '../../shared/contract.ts';
import { waitForDocument } from '../helpers/wait-for-document.ts';
import { startServe } from '../helpers/start-host.ts';
import { upload } from '../helpers/upload.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'switchboard-kill-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const text = Array.from({ length: 600 }, (_, at) => `Rule ${at}: locker ${at} belongs to crew ${at % 31}.`).join(' ');

/** Delays in milliseconds from the upload to the kill, from before it is stored to almost active. */
const killDelaysMs = [0, 15, 60, 200, 400, 700];

test(
  'kill -9 during an ingest loses no acknowledged upload, and every document becomes active with all chunks',
  { timeout: 120_000 },
  async () => {
    const acknowledged: string[] = [];
    const connect = createConnector();

    for (const [round, killDelayMs] of killDelaysMs.entries()) {
      const { running, v1 } = await connect();
      // A document that is interrupted three times fails; the next test covers this.
      for (const id of acknowledged) await waitForDocument(v1, id);
      const uploading = upload(v1, `Round ${round}`, `${text} Round ${round}.`).then(
        (id) => acknowledged.push(id),
        () => {}, // killed before the response, so the upload was not acknowledged
      );
      if (killDelayMs > 0) await uploading;
      await new Promise((resolve) => setTimeout(resolve, killDelayMs));
      await running.kill();
      await uploading;
    }

    const { running, v1 } = await connect();
    expect(acknowledged.length).toBeGreaterThanOrEqual(killDelaysMs.length - 1);
    const chunkCounts = new Set<number>();
    for (const id of acknowledged) {
      const document = await waitForDocument(v1, id);
      expect(document).toMatchObject({ status: 'active' });
      chunkCounts.add(document.chunks_created);
      const pages = await v1(v1Routes.listChunks, { params: { document_id: id }, query: { limit: 200 } });
      expect(pages.data.map(({ index }) => index)).toEqual(pages.data.map((_, at) => at));
    }
    expect(chunkCounts.size).toBe(1);
    const found = await v1(v1Routes.searchKnowledge, { json: { query: 'Which crew has locker 512?', limit: 50 } });
    expect(new Set(found.data.map(({ chunk_id }) => chunk_id)).size).toBe(found.data.length);
    expect(await running.stop()).toBe(0);
  },
);

test(
  'a document fails after the app was killed three times while processing it, and can be retried',
  { timeout: 120_000 },
  async () => {
    const connect = createConnector();
    let current = await connect();
    const document_id = await upload(current.v1, 'Fatal', text.repeat(8));
    for (let start = 1; start <= 3; start++) {
      if (start > 1) current = await connect();
      const document = await current.v1(v1Routes.getDocument, { params: { document_id } });
      expect(document.status).toBe('processing');
      // Long enough to start the ingest, but too short to finish it.
      await new Promise((resolve) => setTimeout(resolve, 700));
      await current.running.kill();
    }
    const { running, v1 } = await connect();
    const failed = await waitForDocument(v1, document_id);
    expect(failed).toMatchObject({ status: 'failed', chunks_created: 0, error: { code: 'interrupted' } });
    const again = await v1(v1Routes.retryDocument, { params: { document_id } });
    expect(again.status).toBe('processing');
    await running.stop();
  },
);

/** Returns a function that starts `serve` on the data folder of the test and connects with the key of the first start. */
function createConnector() {
  let key: string | undefined;
  return async () => {
    const running = await startServe(dataDir, '--rate-limit', '0');
    key ??= running.line.keys?.admin;
    const v1 = createClient(running.line.base_url, (url, init) =>
      fetch(url, {
        ...init,
        headers: { ...(init.headers as Record<string, string>), Authorization: `Bearer ${key}` },
      }),
    );
    return { running, v1 };
  };
}
