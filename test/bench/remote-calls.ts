import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fetchPages } from '../../electron/service/features/remote/fetch-pages.ts';
import { callReader } from '../../electron/service/features/remote/remote-schemas.ts';
import { limits } from '../../shared/limits.ts';
import { RemoteCallWorld } from '../calls/remote-call-world.ts';
import { printRows, type BenchRow } from './bench-row.ts';

const count = 10_000;
const targetFactor = 1.5;

/** What a remote takes for a page of its list. */
const answerMs = 40;

/** The first reading of a list of 10,000 calls, compared with the transfer of the list alone. */
export async function bench(): Promise<readonly BenchRow[]> {
  const server = await serveCalls();
  const remote = { baseUrl: server.baseUrl, apiKey: 'key', remoteOrgId: 'org_1' };
  const world = new RemoteCallWorld({ ...remote, capabilities: { call_list: true } });
  const signal = new AbortController().signal;
  const transfer = async () => {
    const pages = fetchPages(world.client, { reader: callReader, path: '/calls', remoteOrgId: 'org_1', signal });
    for await (const { items } of pages) if (items.length === 0) throw new Error('A page is empty.');
  };
  await transfer(); // warms up both
  const transferMs = await measure(transfer);
  const firstPullMs = await measure(() => world.remoteCalls.refreshPart.refresh(signal));
  const stored = world.db.get<{ readonly total: number }>('SELECT count(*) AS total FROM call')?.total;
  if (stored !== count) throw new Error(`${stored} calls were stored.`);
  await world.close();
  await server.close();
  const factor = firstPullMs / transferMs;
  return [
    {
      name: `first reading of a list of ${count.toLocaleString('en')} calls of a remote, times the transfer alone`,
      measured: `${factor.toFixed(2)} (${firstPullMs.toFixed(0)} ms)`,
      target: `≤ ${targetFactor}`,
      ok: factor <= targetFactor,
    },
  ];
}

async function measure(run: () => Promise<void>): Promise<number> {
  const startMs = performance.now();
  await run();
  return performance.now() - startMs;
}

/** Serves the list, and each call with its transcript. */
async function serveCalls() {
  const createCall = (index: number) => ({
    call_id: `call_${String(index).padStart(24, '0')}`,
    agent_id: `agt_${index % 7}`,
    status: 'completed',
    duration_seconds: 10 + (index % 300),
    disposition: 'Interested',
    recording_url: null,
  });
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://remote');
    const start = Number(searchParams.get('cursor') ?? 0);
    const end = Math.min(count, start + limits.pageSizeMax);
    const data = Array.from({ length: end - start }, (_, index) => createCall(count - start - index));
    const single = {
      ...createCall(Number(pathname.split('_').at(-1))),
      transcript: [{ speaker: 'agent', text: 'Hello' }],
    };
    const body = pathname === '/calls' ? { data, next_cursor: end < count ? String(end) : null } : single;
    setTimeout(() => {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify(body));
    }, answerMs);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

if (import.meta.main) printRows(await bench());
