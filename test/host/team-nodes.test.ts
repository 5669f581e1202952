import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { waitFor } from '../helpers/clock/wait-for.ts';
import { chooseRuns } from '../helpers/processes/fuzz-runs.ts';
import { findPostgres, startPostgres, type StartedPostgres } from '../helpers/service/start-postgres.ts';
import { launcherPath, startTeamNode, type TeamNode } from '../helpers/service/start-team-node.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';

const bin = findPostgres();
const kills = chooseRuns({ perCommit: 1, long: 30 });

type Entry = { readonly recipient_number: string };

describe.skipIf(bin === null)('nodes of a team server', () => {
  let server: StartedPostgres;
  let folder: TemporaryFolder;
  let key: string;
  let nodes: TeamNode[] = [];

  const options = () => ['--data', folder.path, '--database', server.url];
  const start = async () => {
    const node = await startTeamNode(options());
    nodes.push(node);
    return node;
  };
  const send = (node: TeamNode, path: string, init: RequestInit = {}) =>
    fetch(`${node.baseUrl}${path}`, { ...init, headers: { 'X-API-Key': key, ...init.headers } });
  const addNumber = (node: TeamNode, number: string, idempotencyKey: string = randomUUID()) =>
    send(node, '/do-not-call', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey },
      body: JSON.stringify({ recipient_number: number, reason: 'They asked.' }),
    });
  const listNumbers = async (node: TeamNode) => {
    const response = await send(node, '/do-not-call?limit=200');
    expect(response.status).toBe(200);
    const { data } = (await response.json()) as { readonly data: readonly Entry[] }; // as its schema says
    return data.map(({ recipient_number }) => recipient_number);
  };

  beforeAll(async () => {
    [server, folder] = await Promise.all([startPostgres(bin ?? ''), createTemporaryFolder()]);
    const { stdout } = await promisify(execFile)(process.execPath, [
      launcherPath,
      'serve',
      ...options(),
      '--create-organization',
      'Harbour Office',
    ]);
    ({ admin: key } = (JSON.parse(stdout) as { readonly keys: { readonly admin: string } }).keys); // as it is printed
  });
  afterEach(async () => {
    await Promise.all(nodes.map((node) => node.end('SIGKILL')));
    nodes = [];
  });
  afterAll(async () => {
    await server.stop();
    await folder.remove();
  });

  test('serve an organization as one, and hand it over when one is stopped', async () => {
    const [first, second] = [await start(), await start()];
    const events = await send(second, '/events');
    const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader();
    const idempotencyKey = randomUUID();
    const responses = [
      await addNumber(first, '+14155550101', idempotencyKey),
      await addNumber(second, '+14155550101', idempotencyKey),
    ];
    expect(responses.map(({ status }) => status)).toEqual([201, 201]);
    const [once, again] = await Promise.all(responses.map((response) => response.text()));
    expect(again).toBe(once);
    let received = '';
    while (!received.includes('do_not_call.changed')) received += (await reader?.read())?.value ?? '';
    expect(await listNumbers(second)).toEqual(await listNumbers(first));
    // The first request opened it.
    expect(await second.end('SIGTERM')).toBe(0);
    for (;;) if ((await reader?.read())?.done) break;
    expect((await addNumber(first, '+14155550102')).status).toBe(201);
    expect(await listNumbers(first)).toHaveLength(2);
  });

  test('take over from one that is frozen, which changes nothing when it wakes', async () => {
    const [frozen, other] = [await start(), await start()];
    const before = await listNumbers(frozen);
    frozen.process.kill('SIGSTOP');
    const pending = addNumber(frozen, '+14155550103');
    const started = Date.now();
    expect(await listNumbers(other)).toEqual(before);
    expect(Date.now() - started).toBeLessThan(15_000);
    expect((await addNumber(other, '+14155550104')).status).toBe(201);
    frozen.process.kill('SIGCONT');
    const { status } = await pending;
    // It has forwarded the request, or has refused it.
    const expected = [...before, '+14155550104', ...(status === 201 ? ['+14155550103'] : [])].toSorted();
    expect([201, 503]).toContain(status);
    for (const node of [frozen, other]) expect((await listNumbers(node)).toSorted()).toEqual(expected);
  });

  test(
    `lose no acknowledged change when they are killed (RUNS=${kills})`,
    { timeout: 60_000 + kills * 30_000 },
    async () => {
      const running = [await start(), await start()];
      const acknowledged = new Set<string>(await listNumbers(running[0] as TeamNode));
      let count = 0;
      for (let kill = 0; kill < kills; kill++) {
        const killed = new AbortController();
        const clients = running.map(async (node) => {
          while (!killed.signal.aborted) {
            const number = `+1415556${String(count++).padStart(4, '0')}`;
            const status = await addNumber(node, number).then(
              (response) => response.status,
              () => 0,
            );
            if (status === 201) acknowledged.add(number);
          }
        });
        await waitFor(() => expect(count).toBeGreaterThan((kill + 1) * 20));
        const victim = kill % 2;
        await running[victim]?.end('SIGKILL');
        killed.abort();
        await Promise.all(clients);
        const survivor = running[1 - victim] as TeamNode;
        await waitFor(async () =>
          expect((await addNumber(survivor, `+1415557${String(kill).padStart(4, '0')}`)).status).toBe(201),
        );
        running[victim] = await start();
      }
      const stored = new Set<string>();
      for (let offset = ''; ;) {
        const response = await send(running[0] as TeamNode, `/do-not-call?limit=200${offset}`);
        const { data, next_cursor } = (await response.json()) as {
          readonly data: readonly Entry[];
          readonly next_cursor: string | null;
        };
        for (const { recipient_number } of data) stored.add(recipient_number);
        if (!next_cursor) break;
        offset = `&cursor=${next_cursor}`;
      }
      expect([...acknowledged].filter((number) => !stored.has(number))).toEqual([]);
    },
  );
});
