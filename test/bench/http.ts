import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { serve } from '@hono/node-server';
import { OpenAPIHono, createRoute, z } from '@hono/zod-openapi';
import { startHttpServer } from '../../electron/host/http-server.ts';
import { v1Routes } from '../../shared/contract/contract.ts';
import type { Organization } from '../../shared/organization/organizations.ts';
import { openDemoKeys } from '../helpers/data/demo-keys.ts';
import { startService } from '../helpers/service/start-service.ts';
import { printRows, type BenchRow } from './bench-row.ts';
import { findMedian } from './find-median.ts';

/** Many short rounds, because on a shared machine a slow round affects one side only. */
const rounds = 21;
const roundMs = 400;
const least = 0.8;
const load = fileURLToPath(new URL('./http-load.ts', import.meta.url));

/** Compares GET of an organization, with API key, role, limits and ETag, to a bare Hono + zod-openapi route, in alternating rounds. */
export async function bench(): Promise<readonly BenchRow[]> {
  const started = await startService({ rateLimitPerMinute: 1_000_000_000 });
  const { orgId, keys } = await openDemoKeys(started.service);
  const ours = await startHttpServer({ port: 0, fetch: started.service.fetch, staticFiles: async () => undefined });
  const organization = await started.v1(v1Routes.getOrganization, { params: { org_id: orgId } });
  const bare = await startBare(organization);
  const ratios: number[] = [];
  const speeds: string[] = [];
  for (let round = 0; round <= rounds; round++) {
    const ourSpeed = await measure(ours.port, `/v1/organizations/${orgId}`, keys.admin);
    const bareSpeed = await measure(bare.port, `/v1/organizations/${orgId}`, keys.admin);
    if (round === 0) continue; // warms up both
    ratios.push(ourSpeed / bareSpeed);
    speeds.push(`${ourSpeed.toFixed(0)}/${bareSpeed.toFixed(0)}`);
  }
  bare.close();
  await ours.close();
  await started.stop();
  const median = findMedian(ratios);
  return [
    {
      name: 'GET of an organization, compared with a bare Hono + zod-openapi route',
      measured: `${median.toFixed(2)}, median of ${rounds} (${speeds.slice(0, 3).join(', ')}, … requests/s)`,
      target: `≥ ${least}`,
      ok: median >= least,
    },
  ];
}

async function startBare(organization: Organization) {
  const route = createRoute({
    method: 'get',
    path: '/v1/organizations/{org_id}',
    request: { params: z.object({ org_id: z.string() }) },
    responses: {
      200: {
        description: 'The organization',
        content: { 'application/json': { schema: z.object({ id: z.string() }) } },
      },
    },
  });
  const app = new OpenAPIHono().openapi(route, (c) =>
    c.json({ ...organization, id: c.req.valid('param').org_id }, 200),
  );
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  if (!server.listening) await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('The server has no port.');
  return { port: address.port, close: () => server.close() };
}

async function measure(port: number, path: string, key: string): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, [load, String(port), path, key, String(roundMs)]);
  return Number(stdout);
}

if (import.meta.main) printRows(await bench());
