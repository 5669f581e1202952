import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  loadLibpq,
  type ConnectLibpq,
  type LibpqConnection,
} from '../../../electron/service/platform/db/postgres/libpq.ts';
import { waitFor, waitTimeoutMs } from '../../helpers/clock/wait-for.ts';
import { chooseRuns, isLong } from '../../helpers/processes/fuzz-runs.ts';
import { placeAnsweredCall } from '../../helpers/service/place-answered-call.ts';
import {
  findPostgres,
  startPostgres,
  startStandby,
  type StartedPostgres,
} from '../../helpers/service/start-postgres.ts';
import { runCreateOrganization, startTeamNode, type TeamNode } from '../../helpers/service/start-team-node.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../helpers/service/temporary-folder.ts';

const bin = findPostgres();
const kills = chooseRuns({ perCommit: 1, long: 30 });

type RequestPage = {
  readonly data: readonly { readonly name: string; readonly request_id: string }[];
  readonly next_cursor: string | null;
};

const fileHead =
  'Content-Disposition: form-data; name="file"; filename="hours.txt"\r\nContent-Type: text/plain\r\n\r\n';

type Call = Awaited<ReturnType<typeof placeAnsweredCall>>;

type Entry = { readonly recipient_number: string };

describe.skipIf(bin === null)('nodes of a team server', () => {
  let server: StartedPostgres;
  let folder: TemporaryFolder;
  let connect: ConnectLibpq;
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
    [server, folder, connect] = await Promise.all([startPostgres(bin ?? ''), createTemporaryFolder(), loadLibpq()]);
    key = await runCreateOrganization(options());
  });
  afterEach(async () => {
    await Promise.all(nodes.map((node) => node.kill()));
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
    // A length that is not known before, as of a client that reads a pipe.
    const chunks = [
      `--b\r\nContent-Disposition: form-data; name="title"\r\n\r\nHours\r\n--b\r\n`,
      fileHead,
      `We open at nine.${' '.repeat(1_000_000)}`,
      '\r\n--b--\r\n',
    ];
    const uploaded = await send(first, '/knowledge/documents', {
      method: 'POST',
      headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
      body: Readable.toWeb(Readable.from(chunks.map((chunk) => Buffer.from(chunk)))),
      duplex: 'half',
    } as RequestInit); // Node's type lacks it
    expect(uploaded.status).toBe(202);
    const metrics = await (await fetch(`http://${first.internalAddress}/metrics`)).text();
    const forwarded = /^switchboard_forwarded_requests_total (\d+)$/m.exec(metrics)?.[1];
    expect(Number(forwarded)).toBeGreaterThan(1);
    expect(metrics).toMatch(/^switchboard_requests_total\{status="201"\} 1$/m);
    expect(metrics).toContain('switchboard_open_organizations 0\n');
    // The first request, for the events, opened it there.
    expect(await second.stop()).toBe(0);
    for (;;) if ((await reader?.read())?.done) break;
    expect((await addNumber(first, '+14155550102')).status).toBe(201);
    expect(await listNumbers(first)).toHaveLength(2);
  });

  test('know the same members and API keys from each response on', async () => {
    const [first, second] = [await start(), await start()];
    const connection = connect({ dbname: server.url });
    const org_id = readText(connection, 'SELECT org_id FROM switchboard.workspace');
    connection.close();
    const path = `/organizations/${org_id}/members`;
    const write = async (
      node: TeamNode,
      method: string,
      at: string,
      json: object,
      headers: Record<string, string> = {},
    ) => {
      const init = { method, headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(json) };
      const response = await send(node, at, init);
      return { status: response.status, body: (await response.json()) as Record<string, string> };
    };
    const email = 'mei@example.com';
    const invited = await write(first, 'POST', path, { email, role: 'viewer' });
    const bySecret = { 'X-API-Key': '', Authorization: `Bearer ${invited.body['secret']}` };
    const accepted = await write(second, 'POST', '/invitations/accept', { email }, bySecret);
    expect([invited.status, accepted.status]).toEqual([201, 201]);
    expect(await write(first, 'POST', '/invitations/accept', { email }, bySecret)).toMatchObject({
      status: 409,
      body: { code: 'invitation_accepted' },
    });
    const readStatuses = async () =>
      Promise.all(
        [first, second].map(async (node) => {
          const headers = { 'X-API-Key': accepted.body['secret'] ?? '' };
          return (await send(node, '/agents', { headers })).status;
        }),
      );
    expect(await readStatuses()).toEqual([200, 200]);
    const at = `${path}/${accepted.body['user_id']}`;
    for (const [status, code] of [
      ['suspended', 401],
      ['active', 200],
    ] as const) {
      expect((await write(first, 'PATCH', at, { status })).status).toBe(200);
      expect(await readStatuses()).toEqual([code, code]);
    }
    expect((await write(second, 'DELETE', at, {})).status).toBe(200);
    expect(await readStatuses()).toEqual([401, 401]);
  });

  test('take over from one that is frozen, which changes nothing when it wakes', async () => {
    const [frozen, other] = [await start(), await start()];
    const before = await listNumbers(frozen);
    frozen.child.kill('SIGSTOP');
    const pending = addNumber(frozen, '+14155550103');
    const started = Date.now();
    expect(await listNumbers(other)).toEqual(before);
    // A machine that is busy with other tests takes longer.
    expect(Date.now() - started).toBeLessThan(isLong ? 15_000 : waitTimeoutMs);
    expect((await addNumber(other, '+14155550104')).status).toBe(201);
    frozen.child.kill('SIGCONT');
    const { status } = await pending;
    // It has forwarded the request, or has refused it.
    const expected = [...before, '+14155550104', ...(status === 201 ? ['+14155550103'] : [])].toSorted();
    expect([201, 503]).toContain(status);
    for (const node of [frozen, other]) expect((await listNumbers(node)).toSorted()).toEqual(expected);
  });

  test('finish the work of one that is killed, without a request, and serve its recordings', async () => {
    const [killed, other] = [await start(), await start()];
    const body = new FormData();
    body.append('title', 'Opening hours');
    body.append('file', new File(['We open at nine. '.repeat(500)], 'hours.txt', { type: 'text/plain' }));
    expect((await send(killed, '/knowledge/documents', { method: 'POST', body })).status).toBe(202);
    await killed.kill();
    const connection = connect({ dbname: server.url });
    const id = readText(connection, 'SELECT workspace_id FROM switchboard.workspace');
    await waitFor(
      () => expect(readText(connection, `SELECT status FROM "${id}".document ORDER BY id DESC LIMIT 1`)).toBe('active'),
      200,
    );
    connection.close();
    const third = await start();
    const { data } = (await (await send(third, '/agents')).json()) as {
      readonly data: readonly { agent_id: string }[];
    };
    const place = async () => {
      const placed = await send(third, '/calls/outbound', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ agent_id: data[0]?.agent_id, recipient_number: '+14155550132' }),
      });
      expect(placed.status).toBe(202);
      return ((await placed.json()) as Call).call_id;
    };
    const { recording_url: url } = await placeAnsweredCall(
      place,
      async (callId) => (await (await send(third, `/calls/${callId}`)).json()) as Call,
    );
    expect(url).toContain(third.origin);
    for (const node of [third, other]) {
      const part = await fetch(url.replace(third.origin, node.origin), { headers: { Range: 'bytes=0-99' } });
      expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 100]);
    }
  });

  test(
    `lose and repeat no acknowledged change when they or PostgreSQL are killed (RUNS=${kills})`,
    { timeout: 60_000 + kills * 30_000 },
    async () => {
      const running = [await start(), await start()];
      const load = createLoad(running);
      for (let kill = 0; kill < kills; kill++)
        await load.during(async () => {
          if (kill % 4 === 1) {
            await server.shutDown();
            await server.startAgain();
            expect(running.map((node) => node.child.exitCode)).toEqual([null, null]);
          } else {
            await running[kill % 2]?.kill();
            running[kill % 2] = await start();
          }
        });
      await load.requireOnce();
      const connection = connect({ dbname: server.url });
      const id = readText(connection, 'SELECT workspace_id FROM switchboard.workspace');
      expect(readText(connection, `SELECT count(*) FROM "${id}".activity_gap`)).toBe('0');
      connection.close();
    },
  );

  test('lose and repeat no acknowledged change when a standby replaces PostgreSQL, without a restart', async () => {
    const primary = await startPostgres(bin ?? '');
    const servers = [primary];
    const files = await createTemporaryFolder();
    try {
      const standby = await startStandby(bin ?? '', primary);
      servers.push(standby);
      const both = primary.url.replace(/\/postgres$/, `,${new URL(standby.url).host}$&`);
      const args = ['--data', files.path, '--database', both];
      const headers = { 'X-API-Key': await runCreateOrganization(args) };
      for (let count = 0; count < 2; count++) nodes.push(await startTeamNode(args));
      const load = createLoad(nodes, headers);
      await load.during(async () => {
        await primary.shutDown();
        await standby.promote();
        await standby.query('ALTER SYSTEM RESET synchronous_standby_names');
        await standby.query('SELECT pg_reload_conf()');
      });
      expect(nodes.map((node) => node.child.exitCode)).toEqual([null, null]);
      await load.requireOnce();
    } finally {
      for (const node of nodes) await node.kill();
      for (const each of servers) await each.stop();
      await files.remove();
    }
  });

  /** Four clients that create build requests at `running` in turn. */
  function createLoad(running: readonly TeamNode[], headers: Readonly<Record<string, string>> = {}) {
    const acknowledged = new Map<string, string>();
    let count = 0;
    /** Sends the request to each node in turn, with the same Idempotency-Key, until one has made the change. */
    const create = async (first: number) => {
      const name = `Request ${count++}`;
      const init = {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID(), ...headers },
        body: JSON.stringify({ name, objective: 'Answer questions about the opening hours.' }),
      };
      for (let turn = first; ; turn++) {
        const response = await send(running[turn % 2] as TeamNode, '/agents/requests', init).catch(() => null);
        if (response?.status === 201) {
          const { request_id } = (await response.json().catch(() => ({}))) as { readonly request_id?: string };
          if (request_id !== undefined) return void acknowledged.set(name, request_id);
        } else if (response) expect([409, 503]).toContain(response.status);
        await delay(100);
      }
    };
    const isEnough = (more: number) => waitFor(() => expect(acknowledged.size).toBeGreaterThan(more), 5);
    return {
      /** Runs `change` while the clients create. Ten are acknowledged before it, and ten after it. */
      during: async (change: () => Promise<void>) => {
        const ended = new AbortController();
        const clients = [0, 1, 2, 3].map(async (first) => {
          while (!ended.signal.aborted) await create(first);
        });
        await isEnough(acknowledged.size + 10);
        await change();
        await isEnough(acknowledged.size + 10);
        ended.abort();
        await Promise.all(clients);
      },
      /** Fails unless exactly the acknowledged requests are stored. */
      requireOnce: async () => {
        const stored: (readonly [name: string, id: string])[] = [];
        for (let cursor: string | null = ''; cursor !== null;) {
          const path = `/agents/requests?limit=200${cursor && `&cursor=${cursor}`}`;
          const page = (await (await send(running[0] as TeamNode, path, { headers })).json()) as RequestPage;
          stored.push(...page.data.map(({ name, request_id }) => [name, request_id] as const));
          cursor = page.next_cursor;
        }
        expect(stored.toSorted()).toEqual([...acknowledged].toSorted());
      },
    };
  }
});

function readText(connection: LibpqConnection, sql: string): string | null {
  connection.prepare('', sql, []);
  return connection.query('', [], (result) => result.readText(0, 0));
}
