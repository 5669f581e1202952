import type { Directory } from '../../service/platform/db/postgres/directory.ts';
import type { Bucket } from '../../service/platform/files/bucket/bucket.ts';
import type { Metrics } from './metrics.ts';
import type { Organizations } from './organizations.ts';

const publicPaths = ['/health', '/ready'];

/** Whether a path asks for the status of a node, which needs no key. */
export const isPublicStatusPath = (path: string) => publicPaths.includes(path);

/** The same at the internal address. */
export const isInternalStatusPath = (path: string) => path === '/metrics' || isPublicStatusPath(path);

type NodeStatusOptions = {
  readonly directory: Pick<Directory, 'listAddresses'>;
  readonly bucket: Pick<Bucket, 'findIssue'> | undefined;
  readonly organizations: Pick<Organizations, 'isDraining' | 'count' | 'measureWork'>;
  readonly metrics: Metrics;
};

/**
 * Responds to `/health` (the process answers), `/ready` (it can serve organizations, or what is away) and `/metrics`. Without the bucket,
 * it can serve all but files.
 */
export async function respondStatus(
  path: string,
  { directory, bucket, organizations, metrics }: NodeStatusOptions,
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
  const issue = await bucket?.findIssue();
  const { isDraining } = organizations;
  const isReady = database === 'ok' && !isDraining;
  return Response.json(
    { ready: isReady, database, ...(bucket && { bucket: issue === null ? 'ok' : 'away' }), draining: isDraining },
    { status: isReady ? 200 : 503, headers: { 'Cache-Control': 'no-store' } },
  );
}
