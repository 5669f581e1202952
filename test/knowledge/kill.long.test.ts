import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createClient } from '../../shared/contract/client.ts';
import { v1Routes } from '../../shared/contract/contract.ts';
import { chooseFuzzRuns } from '../helpers/processes/fuzz-runs.ts';
import { startServe, type RunningHost } from '../helpers/service/start-host.ts';
import { listChildProcesses, readCommand, type RunningProcess } from '../helpers/processes/measure-processes.ts';
import { subscribeToEvents, type EventSubscription } from '../helpers/service/subscribe-to-events.ts';
import { upload, uploadAndWait } from '../helpers/service/upload.ts';
import { waitForDocument } from '../helpers/service/wait-for-document.ts';
import { makeRangeBomb } from './parsing/make-bombs.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'switchboard-kill-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

// Each commit runs `interrupted-ingest` and `hostile-files`, which have the same rules in one process, and `workspaces/kill`.

/** About 20 chunks, which are stored in two batches. */
const text = Array.from({ length: 250 }, (_, at) => `Rule ${at}: locker ${at} belongs to crew ${at % 31}.`).join(' ');

/** Waits for the moment at which the service is killed. */
type KillPoint = (uploading: Promise<string>, events: EventSubscription) => Promise<unknown>;

const killPoints: readonly KillPoint[] = [
  async (uploading, events) => waitForProgress(events, await uploading),
  // The other moments are also in `workspaces/kill`.
  ...Array.from({ length: chooseFuzzRuns({ perCommit: 0, long: 40 }) }, (_, run): KillPoint => async (uploading) => {
    if (run === 0) return; // before the upload is accepted
    await uploading;
    await delay((run - 1) * 20);
  }),
];

test(
  'kill -9 during an ingest loses no acknowledged upload, and every document becomes active with all chunks',
  { timeout: killPoints.length * 60_000 },
  async () => {
    const acknowledged: string[] = [];
    const connect = createConnector();

    for (const [round, waitForKillPoint] of killPoints.entries()) {
      const { running, v1 } = await connect();
      // A document that is interrupted three times fails; the next test covers this.
      for (const id of acknowledged) await waitForDocument(v1, id);
      const events = await subscribeToEvents(v1);
      const uploading = upload(v1, `Round ${round}`, `${text} Round ${round}.`);
      const recording = uploading.then(
        (id) => acknowledged.push(id),
        () => {}, // killed before the response, so the upload was not acknowledged
      );
      await waitForKillPoint(uploading, events);
      await running.kill();
      await recording;
    }

    const { running, v1 } = await connect();
    expect(acknowledged.length).toBeGreaterThanOrEqual(killPoints.length - 1);
    acknowledged.push(
      await uploadAndWait(v1, 'Not interrupted', `${text} Round 0.`).then(({ document_id }) => document_id),
    );
    const chunkCounts = new Set<number>();
    for (const id of acknowledged) {
      const document = await waitForDocument(v1, id);
      expect(document).toMatchObject({ status: 'active' });
      chunkCounts.add(document.chunks_created);
      const pages = await v1(v1Routes.listChunks, { params: { document_id: id }, query: { limit: 200 } });
      expect(pages.data.map(({ index }) => index)).toEqual(pages.data.map((_, at) => at));
    }
    expect(chunkCounts.size).toBe(1);
    const found = await v1(v1Routes.searchKnowledge, { json: { query: 'Which crew has locker 212?', limit: 50 } });
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
    // Long enough that the ingest is not finished when each start is connected.
    const document_id = await upload(current.v1, 'Fatal', text.repeat(12));
    for (let start = 1; start <= 3; start++) {
      if (start > 1) current = await connect();
      await waitForProgress(await subscribeToEvents(current.v1), document_id);
      const document = await current.v1(v1Routes.getDocument, { params: { document_id } });
      expect(document.status).toBe('processing');
      if (process.platform === 'linux' && start > 1) await killAfterParser(current.running);
      else await current.running.kill();
    }
    const { running, v1 } = await connect();
    const failed = await waitForDocument(v1, document_id);
    expect(failed).toMatchObject({ status: 'failed', chunks_created: 0, error: { code: 'interrupted' } });
    const again = await v1(v1Routes.retryDocument, { params: { document_id } });
    expect(again.status).toBe('processing');
    await running.stop();
  },
);

test.runIf(process.platform === 'linux')(
  'a document that ended the parser just before the app was killed fails at the next start',
  { timeout: 60_000 },
  async () => {
    const connect = createConnector();
    let { running, v1 } = await connect();
    await uploadAndWait(v1, 'Starts the parser', 'We are open on Tuesday.');
    const parser = findParser(running);
    process.kill(parser.pid, 'SIGSTOP');
    const document_id = await upload(v1, 'Bomb', makeRangeBomb(), 'bomb.pdf');
    await v1(v1Routes.getDocument, { params: { document_id } }); // the parser has been given the document now
    process.kill(parser.parentPid, 'SIGSTOP');
    process.kill(parser.pid, 'SIGCONT');
    // The stopped service cannot read that its parser has ended.
    await expect.poll(() => readCommand(parser.pid)).toBe('');
    await running.kill();

    ({ running, v1 } = await connect());
    const failed = await waitForDocument(v1, document_id);
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'too_complex' } });
    expect(await uploadAndWait(v1, 'Neighbour', 'Lockers cost 5 dollars.')).toMatchObject({ status: 'active' });
    expect(await running.stop()).toBe(0);
  },
);

/** Kills the parser and then the service, which has no time to notice the end of the parser. */
async function killAfterParser(running: RunningHost): Promise<void> {
  const parser = findParser(running);
  process.kill(parser.parentPid, 'SIGSTOP');
  process.kill(parser.pid, 'SIGKILL');
  await running.kill();
}

/** Returns the parser process of the service. Linux only. */
function findParser({ pid }: RunningHost): RunningProcess {
  const parser = listChildProcesses(pid).find((child) => readCommand(child.pid).includes('parse-process'));
  if (!parser) throw new Error('The service runs no parser.');
  return parser;
}

/** Waits until some chunks of a document have been stored. */
function waitForProgress(events: EventSubscription, documentId: string) {
  return events.waitFor(
    (event) => event.type === 'document.progress' && event.document_id === documentId && event.progress.chunks > 0,
  );
}

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
