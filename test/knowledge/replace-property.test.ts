import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { Client } from '../../shared/contract/client.ts';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { createRandom } from '../../electron/service/platform/seeded-random.ts';
import { chooseRuns, chooseSeed } from '../helpers/processes/fuzz-runs.ts';
import { createMemorySettings } from '../helpers/service/memory-settings.ts';
import { startServiceWithWorkspace } from '../helpers/service/start-service-with-workspace.ts';
import { startService } from '../helpers/service/start-service.ts';
import { createTemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { acceptRows, isOnPostgres, rejectRows, useWorkspaceDatabase } from '../helpers/service/test-database.ts';
import { replace, uploadAndWait } from '../helpers/service/upload.ts';

const runs = chooseRuns({ perCommit: 11, long: 300 });
const seed = chooseSeed('806471903');

const question = 'When does the pier open?';
const write = (number: number) => `The pier opens at dawn, says rule zqp${number}. `.repeat(1 + (number % 3) * 60);

/** Returns the numbers of the texts that a search finds, each once. */
async function findNumbers(v1: Client): Promise<readonly string[]> {
  const { data } = await v1(v1Routes.searchKnowledge, { json: { query: question, limit: 50 } });
  return [...new Set(data.flatMap(({ text }) => text.match(/zqp\d+/g) ?? []))];
}

const listFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

test(
  `each search finds one version of a document that is replaced, also after failures and kills (RUNS=${runs} SEED=${seed})`,
  { timeout: 60_000 + runs * 10_000 },
  async () => {
    const random = createRandom(seed);
    const choose = (count: number) => Math.floor(random.next() * count);
    const folder = await createTemporaryFolder();
    onTestFinished(() => folder.remove());
    const settings = createMemorySettings();
    const dataDir = join(folder.path, 'data');
    const started = await startServiceWithWorkspace({
      dataDir,
      settings,
      rateLimitPerMinute: 0,
      log: { error: () => {} },
    });
    onTestFinished(() => started.stop());
    const { v1 } = started;
    const [workspace = ''] = readdirSync(join(dataDir, 'workspaces'));
    const workspaceDir = join(dataDir, 'workspaces', workspace);
    let number = 1;
    const { document_id } = await uploadAndWait(v1, 'Pier', write(number));
    const readRecord = async (app: Client) =>
      (await app(appRoutes.listDocumentRecords, {})).data.find((record) => record.document_id === document_id);

    const searched = new AbortController();
    let searches = 0;
    /** Whether a document that will replace the other one is active beside it. Until then, agents use both. */
    let isBeside = false;
    const searching = Array.from({ length: 2 }, async () => {
      while (!searched.signal.aborted) {
        const wasBeside = isBeside;
        const { length } = await findNumbers(v1);
        expect(wasBeside || isBeside ? [1, 2] : [1], `before ${number}`).toContain(length);
        searches += 1;
        await delay(1);
      }
    });
    const copies: Promise<void>[] = [];
    /** Starts the service on the folder as it is now, as after a kill. */
    const checkAfterKill = async (copy: string) => {
      cpSync(dataDir, copy, { recursive: true });
      const restarted = await startService({ dataDir: copy, settings });
      try {
        expect(await findNumbers(restarted.v1), 'after a kill').toHaveLength(1);
        await expect
          .poll(async () => (await readRecord(restarted.app))?.next_version?.status ?? 'none')
          .not.toBe('processing');
        expect(await findNumbers(restarted.v1), 'after the interrupted work').toHaveLength(1);
      } finally {
        await restarted.stop();
      }
    };
    const waitUntilSettled = () =>
      expect
        .poll(async () => (await readRecord(started.app))?.next_version?.status, { interval: 5 })
        .not.toBe('processing');
    const replaceNext = () => replace(v1, document_id, write(++number), `pier-${number}.txt`);
    const listOlder = async () =>
      (await v1(v1Routes.listDocumentVersions, { params: { document_id } })).data.filter(
        ({ is_current }) => !is_current,
      );
    const addBeside = async () => {
      isBeside = true;
      return (await uploadAndWait(v1, 'Pier beside', write(++number))).document_id;
    };
    const adopt = async (newId: string) => {
      const json = { similar_id: document_id, decision: 'replace' } as const;
      await v1(v1Routes.decideSimilarDocument, { params: { document_id: newId }, json });
      isBeside = false;
    };
    const kill = () => void copies.push(checkAfterKill(join(folder.path, `copy-${copies.length}`)));
    const steps = {
      replace: replaceNext,
      replaceTwice: async () => {
        await replaceNext();
        await delay(choose(30));
        await replaceNext();
      },
      replaceByBrokenFile: () => replace(v1, document_id, '%PDF-1.7\nnot a PDF', 'broken.pdf'),
      replaceAndKill: async () => {
        await replaceNext();
        await delay(choose(60));
        kill();
      },
      replaceBySimilarAndKill: async () => {
        await adopt(await addBeside());
        if (choose(2) === 0) await delay(choose(20));
        kill();
      },
      replaceBySimilarAfterFailure: async () => {
        const newId = await addBeside();
        useWorkspaceDatabase(workspaceDir, (db) => rejectRows(db, 'document', 'true', 'UPDATE OF is_current'));
        await expect(adopt(newId)).rejects.toMatchObject({ code: 'internal' });
        useWorkspaceDatabase(workspaceDir, (db) => acceptRows(db, 'document'));
        await adopt(newId);
      },
      replaceWhileActivationFails: async () => {
        useWorkspaceDatabase(workspaceDir, (db) => rejectRows(db, 'document', 'true', 'UPDATE OF is_current'));
        await replaceNext();
        await waitUntilSettled();
        useWorkspaceDatabase(workspaceDir, (db) => acceptRows(db, 'document'));
        expect((await readRecord(started.app))?.next_version).toMatchObject({ error: { code: 'internal' } });
      },
      goBack: async () => {
        const [older] = await listOlder();
        if (older) await v1(v1Routes.restoreDocumentVersion, { params: { document_id, version: `${older.version}` } });
      },
      deleteOlder: async () => {
        const older = await listOlder();
        const version = older[choose(older.length)]?.version;
        if (version) await v1(v1Routes.deleteDocumentVersion, { params: { document_id, version: `${version}` } });
      },
      change: () => {
        const json = { title: `Pier ${number}`, add_labels: ['Harbour'] };
        return v1(v1Routes.updateDocument, { params: { document_id }, json });
      },
    };
    const stepNames = Object.keys(steps) as readonly (keyof typeof steps)[]; // Object.keys returns string[]
    // After a kill, the service starts on a copy of its files.
    const names = stepNames.filter((name) => !isOnPostgres || !name.endsWith('AndKill'));
    for (let run = 0; run < runs; run++) {
      await steps[names[run < names.length ? run : choose(names.length)] ?? 'replace']();
      if (choose(3) > 0) await waitUntilSettled();
    }
    await waitUntilSettled();
    searched.abort();
    await Promise.all([...searching, ...copies]);
    expect(searches).toBeGreaterThan(runs);
    await v1(v1Routes.deleteDocument, { params: { document_id } });
    expect(await findNumbers(v1)).toEqual([]);
    await started.service.close();
    expect(listFiles(dataDir).filter((path) => /zqp\d/.test(readFileSync(path, 'latin1')))).toEqual([]);
  },
);
