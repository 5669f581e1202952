import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { appRoutes } from '../../shared/contract/contract.ts';
import { limits } from '../../shared/contract/limits.ts';
import { prepareCalls } from '../helpers/data/prepare-calls.ts';
import { printRows, type BenchRow } from './bench-row.ts';
import { findMedian } from './find-median.ts';
import { startLinkedTo, waitUntil, withServedRemote, type Remote } from './linked-remote.ts';

const count = 10_000;
const rounds = 3;
const most = 1.5;

/** As long as a request travels to a remote on the same continent and back. */
const networkDelayMs = 20;

/**
 * Compares the first pull of a linked workspace with a client that only requests and parses the same pages of the list, one after the
 * other. The remote is `serve` in a process of its own, behind a network with a delay; the figure without the delay is added. The
 * pull begins when the connection is checked; creating the workspace and the check are reported separately.
 */
export async function bench(): Promise<readonly BenchRow[]> {
  return withServedRemote(
    (dataDir) => prepareCalls(dataDir, { name: 'Remote', count }),
    async (remote) => {
      const network = await startNetwork(remote);
      await transfer(remote); // the first reading fills the remote's caches
      const delayed = await compare({ ...remote, base_url: network.base_url });
      const direct = await compare(remote);
      network.close();
      return [
        {
          name: `first pull of ${count.toLocaleString('en')} calls over a network with a delay of ${networkDelayMs} ms, against the transfer alone`,
          measured: `${delayed.ratio.toFixed(2)}, median of ${rounds} (${delayed.times}); without a delay ${direct.ratio.toFixed(2)} (${direct.times})`,
          target: `≤ ${most}`,
          ok: delayed.ratio <= most,
        },
      ];
    },
  );
}

/** Starts a proxy that delays each request. */
async function startNetwork({ base_url }: Remote) {
  const { origin, host, pathname } = new URL(base_url);
  const proxy = createServer((message, response) => {
    const forward = () => {
      const { method, headers, url = '' } = message;
      const forwarded = request(new URL(url, origin), { method, headers: { ...headers, host } }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      message.pipe(forwarded.on('error', () => response.destroy()));
    };
    setTimeout(forward, networkDelayMs);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo; // it listens on a port
  return {
    base_url: `http://127.0.0.1:${port}${pathname}`,
    close: () => {
      proxy.close();
      proxy.closeAllConnections();
    },
  };
}

type Comparison = {
  /** The median. */
  readonly ratio: number;
  readonly times: string;
};

async function compare(remote: Remote): Promise<Comparison> {
  const ratios: number[] = [];
  const times: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const transferMs = await transfer(remote);
    const { checkMs, pullMs } = await pull(remote);
    ratios.push(pullMs / transferMs);
    times.push(`${pullMs.toFixed(0)}/${transferMs.toFixed(0)} ms, after ${checkMs.toFixed(0)} ms`);
  }
  return { ratio: findMedian(ratios), times: times.join('; ') };
}

async function transfer({ base_url, api_key }: Remote): Promise<number> {
  const startedAt = performance.now();
  let cursor: string | null = null;
  do {
    const url = new URL(`${base_url}/calls?limit=${limits.pageSizeMax}`);
    if (cursor !== null) url.searchParams.set('cursor', cursor);
    const response = await fetch(url, { headers: { Authorization: `Bearer ${api_key}` } });
    ({ next_cursor: cursor } = (await response.json()) as { next_cursor: string | null }); // of this service
  } while (cursor !== null);
  return performance.now() - startedAt;
}

async function pull(remote: Remote): Promise<{ readonly checkMs: number; readonly pullMs: number }> {
  const startedAt = performance.now();
  const { app, stop } = await startLinkedTo(remote);
  await waitUntil(async () => Boolean((await app(appRoutes.getConnection, {})).connection?.checked_at));
  const checkedAt = performance.now();
  const countCalls = async () => (await app(appRoutes.listCallRecords, { query: { limit: 1 } })).total;
  await waitUntil(async () => (await countCalls()) === count);
  const pulledAt = performance.now();
  await stop();
  return { checkMs: checkedAt - startedAt, pullMs: pulledAt - checkedAt };
}

if (import.meta.main) printRows(await bench());
