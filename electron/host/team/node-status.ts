import type { Directory } from '../../service/platform/db/postgres/directory.ts';
import type { Metrics } from './metrics.ts';
import type { Organizations } from './organizations.ts';

const publicPaths = ['/health', '/ready'];

/** Whether a path asks for the status of a node, which needs no key. */
export const isPublicStatusPath = (path: string) => publicPaths.includes(path);

/** The same at the internal address. */
export const isInternalStatusPath = (path: string) => path === '/metrics' || isPublicStatusPath(path);

type NodeStatusOptions = {
  readonly directory: Pick<Directory, 'listAddresses'>;
  readonly organizations: Pick<Organizations, 'isDraining' | 'count' | 'measureWork'>;
  readonly metrics: Metrics;
};

/** Responds to `/health` (the process answers), `/ready` (it can serve organizations, or what is away) and `/metrics`. */
export async function respondStatus(
  path: string,
  { directory, organizations, metrics }: NodeStatusOptions,
): Promise<Response> {
  if (path === '/health') return Response.json({ status: 'ok' });
  if (path === '/metrics') {
    const work = await organizations.measureWork();
    const text = metrics.format({ openOrganizations: organizations.count, ...work });
    return new Response(text, { headers: { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' } });
  }
  const database = await directory.listAddresses().then(
    () => 'ok',
    () => 'away',
  );
  const { isDraining } = organizations;
  const isReady = database === 'ok' && !isDraining;
  return Response.json(
    { ready: isReady, database, draining: isDraining },
    { status: isReady ? 200 : 503, headers: { 'Cache-Control': 'no-store' } },
  );
}
