import { globSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../shared/contract/client.ts';
import { appRoutes, routeTreePaths, v1Routes } from '../../shared/contract/contract.ts';
import { signIn } from '../helpers/browser/sign-in.ts';
import { waitFor } from '../helpers/clock/wait-for.ts';
import { startEmbeddingsServer } from '../helpers/knowledge/embeddings-server.ts';
import { chooseFuzzRuns } from '../helpers/processes/fuzz-runs.ts';
import { startHost } from '../helpers/service/start-host.ts';
import { createTemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { upload } from '../helpers/service/upload.ts';

/** Requests for vectors, each of which ends a step of the change. Later ones are also kills after the switch. */
const kills = chooseFuzzRuns({ perCommit: 3, long: 24 });

const text = (subject: string) =>
  Array.from({ length: 160 }, (_, at) => `${subject} ${at}: locker ${at} belongs to crew ${at % 31}.`).join(' ');

test(
  'kill -9 at each step of a change of the search model loses no vector, and searches find every document meanwhile',
  { timeout: 60_000 + kills * 30_000 },
  async () => {
    const folder = await createTemporaryFolder();
    onTestFinished(() => folder.remove());
    const server = await startEmbeddingsServer({ delayMs: 30 });
    onTestFinished(() => server.close());
    const dataDir = join(folder.path, 'data');

    const start = async () => {
      const host = await startHost(dataDir, { variables: { SWITCHBOARD_KEYCHAIN: 'none' } });
      onTestFinished(host.kill);
      const headers = await signIn(host.windowUrl);
      const send = (url: string, init: RequestInit) =>
        fetch(new URL(url, host.origin), {
          ...init,
          headers: { ...Object.fromEntries(new Headers(init.headers)), ...headers },
        });
      return { host, app: createClient(routeTreePaths.app, send), v1: createClient(routeTreePaths.v1, send) };
    };
    type Running = Awaited<ReturnType<typeof start>>;

    const findEach = async ({ app }: Running, subjects: readonly string[]) => {
      for (const subject of subjects) {
        const { data, is_words_only } = await app(appRoutes.askKnowledge, { json: { query: `${subject} 7 locker` } });
        expect([data[0]?.title, is_words_only]).toEqual([subject, undefined]);
      }
    };
    const waitUntilActive = ({ v1 }: Running, count: number) =>
      waitFor(async () => {
        const { data } = await v1(v1Routes.listDocuments, {});
        expect(data.filter(({ status }) => status === 'active')).toHaveLength(count);
      });

    const subjects = ['Rules', 'Routes'];
    let running = await start();
    await running.app(appRoutes.createWorkspace, { json: { kind: 'local', name: 'Local' } });
    for (const subject of subjects) await upload(running.v1, subject, text(subject));
    await waitUntilActive(running, subjects.length);
    const settings = { kind: 'server', base_url: server.baseUrl, model: 'words' } as const;
    await running.app(appRoutes.changeSearchModel, { json: { settings } });

    for (let kill = 0; kill < kills; kill++) {
      const seen = server.requests.length;
      // One kill while a document is added, whose vectors of the other model are not stored yet.
      const subject = kill === 1 ? 'Keys' : null;
      if (subject) {
        await upload(running.v1, subject, text(subject));
        subjects.push(subject);
      }
      await Promise.race([
        waitFor(() => expect(server.requests.length).toBeGreaterThan(seen + (kill % 2)), 1),
        delay(1_500),
      ]);
      await running.host.kill();
      running = await start();
      await waitUntilActive(running, subjects.length);
      await findEach(running, subjects);
    }

    await waitFor(async () => {
      const state = await running.app(appRoutes.getSearchModel, {});
      expect([state.settings.kind, state.next]).toEqual(['server', null]);
    });
    await findEach(running, subjects);
    expect(await running.host.stop()).toBe(0);
    expect(countMissingVectors(dataDir)).toEqual({ missing: 0, models: 1 });
  },
);

/** Counts the chunks without a vector of the server, and the models of which vectors are stored. */
function countMissingVectors(dataDir: string) {
  const [path = ''] = globSync('workspaces/*/workspace.db', { cwd: dataDir });
  const db = new DatabaseSync(join(dataDir, path), { readOnly: true });
  try {
    return {
      missing: db.prepare('SELECT count(*) AS n FROM chunk WHERE id NOT IN (SELECT chunk FROM vector)').get()?.['n'],
      models: db.prepare('SELECT count(DISTINCT model) AS n FROM vector').get()?.['n'],
    };
  } finally {
    db.close();
  }
}
