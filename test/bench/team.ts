import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listChildProcesses } from '../helpers/processes/measure-processes.ts';
import { findPostgres, startPostgres } from '../helpers/service/start-postgres.ts';
import { startTeamNode, type TeamNode } from '../helpers/service/start-team-node.ts';
import { createTemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { printRows, type BenchRow } from './bench-row.ts';
import { findMedian } from './find-median.ts';
import { BenchOrganizations, type BenchOrganization } from './team-organizations.ts';

const reads = 3_000;
const commands = 100;
const busyOrganizations = 50;
const loadMs = 5_000;
const openOrganizations = 500;
const large = { calls: 100_000, turnsPerCall: 4, chunks: 10_000 };

type Parts = { readonly url: string; readonly dir: string; readonly organizations: BenchOrganizations };

/** The team server on a PostgreSQL server of this machine, whose files are on a disk. */
export async function bench(): Promise<readonly BenchRow[]> {
  const bin = findPostgres();
  if (!bin) return [{ name: 'the team server', measured: 'PostgreSQL was not found', target: 'none', ok: true }];
  // The first server has its files in memory: each index of 500 organizations would be synced to the disk.
  const memory = await withServer(bin, {}, measureMemory);
  return withServer(bin, { parent: tmpdir() }, async (parts) => {
    const many = [...(await measureMany(parts)), ...(await measureLarge(parts)), memory];
    // Last, because a node opens an organization whose calls are not finished.
    return [...(await measureOne(parts)), ...many];
  });
}

async function withServer<T>(
  bin: string,
  options: Parameters<typeof startPostgres>[1],
  use: (parts: Parts) => Promise<T>,
): Promise<T> {
  const folder = await createTemporaryFolder();
  const server = await startPostgres(bin, { ...options, maxConnections: openOrganizations + 50 });
  try {
    const organizations = await BenchOrganizations.open(server.url, join(folder.path, 'new'));
    return await use({ url: server.url, dir: folder.path, organizations });
  } finally {
    await server.stop();
    await folder.remove();
  }
}

/** Measures a read, and commands through the process that serves the organization. */
async function measureOne({ url, dir, organizations }: Parts): Promise<readonly BenchRow[]> {
  const organization = await organizations.create();
  const times: number[] = [];
  organizations.use(organization.id, (db) => {
    for (let index = 0; index < reads; index++) {
      const startedAt = performance.now();
      db.get('SELECT * FROM call WHERE call_id = ?', organization.callIds[0] ?? '');
      times.push(performance.now() - startedAt);
    }
  });
  const readMs = findMedian(times);
  return withNodes(2, url, join(dir, 'one'), async ([owner, other]) => {
    await readCall(owner, organization);
    return [
      createRow('a read of one row, p50', readMs, 0.3),
      createRow('a note through the owner, p50', await measureCommands(addNote, owner, organization), 6),
      createRow('a note through another node, p50', await measureCommands(addNote, other, organization), 8),
      createRow('an event at a client of another node, p95', await measureEvents(owner, other, organization), 50),
      createRow('a placed call through the owner, p50', await measureCommands(placeCall, owner, organization), 6),
      createRow('a placed call through another node, p50', await measureCommands(placeCall, other, organization), 8),
    ];
  });
}

/** Measures commands and reads of many organizations at the same time, on one process and on two. */
async function measureMany({ url, dir, organizations }: Parts): Promise<readonly BenchRow[]> {
  const all: BenchOrganization[] = [];
  for (let index = 0; index < busyOrganizations; index++) all.push(await organizations.create());
  const measureOn = (count: 1 | 2) =>
    withNodes(count, url, join(dir, `busy-${count}`), async (nodes) => {
      const load = (send: Send) =>
        measureLoad(all, (organization, place, index) => send(nodes[place % count] ?? nodes[0], organization, index));
      await load(readCall); // opens the organizations
      return { commands: await load(addNote), reads: await load(readCall) };
    });
  const one = await measureOn(1);
  const two = await measureOn(2);
  const ratio = two.reads / one.reads;
  return [
    {
      name: `commands of ${busyOrganizations} organizations on two processes`,
      measured: `${two.commands.toFixed(0)} a second (on one: ${one.commands.toFixed(0)})`,
      target: '≥ 400 a second',
      ok: two.commands >= 400,
    },
    {
      name: 'reads on two processes, compared with one',
      measured: `${ratio.toFixed(2)} × (${two.reads.toFixed(0)}/${one.reads.toFixed(0)} requests/s)`,
      target: '≥ 1.7 ×',
      ok: ratio >= 1.7,
    },
  ];
}

/** Measures the first answer of a large organization: with the search index of an earlier run, and without. */
async function measureLarge({ url, dir, organizations }: Parts): Promise<readonly BenchRow[]> {
  const organization = await organizations.create(large);
  const measure = () =>
    withNodes(1, url, join(dir, 'large'), async ([node]) => {
      const startedAt = performance.now();
      await readCall(node, organization);
      return performance.now() - startedAt;
    });
  const coldMs = await measure();
  const warmMs = await measure();
  const size = '100,000 calls and 10,000 chunks';
  return [
    createRow(`first answer of an organization with ${size}, without a search index`, coldMs, 8_000),
    createRow(`first answer of an organization with ${size}, with one`, warmMs, 2_000),
  ];
}

async function measureMemory({ url, dir, organizations }: Parts): Promise<BenchRow> {
  const all: BenchOrganization[] = [];
  for (let index = 0; index < openOrganizations; index++) all.push(await organizations.create());
  const bytes = await withNodes(1, url, join(dir, 'memory'), async ([node]) => {
    for (const organization of all) await readCall(node, organization);
    return listChildProcesses()
      .filter(({ pid, parentPid }) => [pid, parentPid].includes(node.pid ?? 0))
      .reduce((sum, { residentBytes }) => sum + residentBytes, 0);
  });
  const gigabytes = bytes / 1e9;
  return {
    name: `memory of a process with ${openOrganizations} open organizations`,
    measured: `${gigabytes.toFixed(2)} GB`,
    target: '≤ 1.5 GB',
    ok: gigabytes <= 1.5,
  };
}

type Nodes = readonly [TeamNode, ...TeamNode[]];

/** Uses nodes with a data folder of their own each. */
async function withNodes<T, Count extends 1 | 2>(
  count: Count,
  url: string,
  dir: string,
  use: (nodes: Count extends 2 ? readonly [TeamNode, TeamNode] : Nodes) => Promise<T>,
): Promise<T> {
  const start = (number: number) =>
    startTeamNode(['--data', join(dir, String(number)), '--database', url, '--rate-limit', '0']);
  const nodes = await Promise.all(Array.from({ length: count }, (_, number) => start(number)));
  try {
    return await use(nodes as never); // there are as many
  } finally {
    await Promise.all(nodes.map((node) => node.stop()));
  }
}

type Send = (node: TeamNode, organization: BenchOrganization, index: number) => Promise<void>;

async function measureCommands(send: Send, node: TeamNode, organization: BenchOrganization): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < commands; index++) {
    const startedAt = performance.now();
    await send(node, organization, index);
    times.push(performance.now() - startedAt);
  }
  return findMedian(times.slice(commands / 10)); // the first ones prepare statements
}

/** Measures the times from sending a note to the owner until the event has reached a client of another node, and returns the 95th percentile. */
async function measureEvents(owner: TeamNode, other: TeamNode, organization: BenchOrganization): Promise<number> {
  const closing = new AbortController();
  const { key } = organization;
  const events = await fetch(`${other.baseUrl}/events`, { headers: { 'X-API-Key': key }, signal: closing.signal });
  const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader();
  const times: number[] = [];
  for (let index = 0; index < commands; index++) {
    const startedAt = performance.now();
    const sent = addNote(owner, organization, index);
    let received = '';
    while (!received.includes('notes.changed')) received += (await reader?.read())?.value ?? '';
    times.push(performance.now() - startedAt);
    await sent;
  }
  closing.abort();
  return times.toSorted((a, b) => a - b)[Math.floor(commands * 0.95)] ?? NaN;
}

/** Sends requests of all organizations for a while, one at a time of each. Returns how many were answered in a second. */
async function measureLoad(
  organizations: readonly BenchOrganization[],
  send: (organization: BenchOrganization, place: number, index: number) => Promise<void>,
): Promise<number> {
  const startedAt = performance.now();
  let count = 0;
  await Promise.all(
    organizations.map(async (organization, place) => {
      for (let index = 0; performance.now() - startedAt < loadMs; index++) {
        await send(organization, place, index);
        count++;
      }
    }),
  );
  return (count * 1000) / (performance.now() - startedAt);
}

const readCall = (node: TeamNode, { key, callIds }: BenchOrganization) => request(node, key, `/calls/${callIds[0]}`);

/** Adds a note to the calls in turn: a call has a few. */
const addNote = (node: TeamNode, { key, callIds }: BenchOrganization, index: number) =>
  request(node, key, `/calls/${callIds[index % callIds.length]}/notes`, {
    at_seconds: index % 60,
    text: `Called back, attempt ${index}`,
  });

const placeCall = (node: TeamNode, { key, agentId }: BenchOrganization, index: number) =>
  request(node, key, '/calls/outbound', { agent_id: agentId, recipient_number: `+1555${1_000_000 + index}` });

async function request(node: TeamNode, key: string, path: string, json?: object): Promise<void> {
  const response = await fetch(`${node.baseUrl}${path}`, {
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    ...(json && { method: 'POST', body: JSON.stringify(json) }),
  });
  const body = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${body}`);
}

function createRow(name: string, ms: number, targetMs: number): BenchRow {
  const [unit, divisor] = targetMs >= 1000 ? ['s', 1000] : ['ms', 1];
  return {
    name,
    measured: `${(ms / divisor).toFixed(2)} ${unit}`,
    target: `≤ ${targetMs / divisor} ${unit}`,
    ok: ms <= targetMs,
  };
}

if (import.meta.main) printRows(await bench());
