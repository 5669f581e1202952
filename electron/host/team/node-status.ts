import type { Directory } from '../../service/platform/db/postgres/directory.ts';

const statusPaths = ['/health', '/ready'];

/** Whether a path asks for the status of a node, which needs no key. */
export const isStatusPath = (path: string) => statusPaths.includes(path);

type NodeStatusOptions = { readonly directory: Pick<Directory, 'listAddresses'>; readonly isDraining: () => boolean };

/** `/health`: the process answers. `/ready`: it can serve organizations, or what is away. */
export async function describeStatus(path: string, { directory, isDraining }: NodeStatusOptions): Promise<Response> {
  if (path === '/health') return Response.json({ status: 'ok' });
  const database = await directory.listAddresses().then(
    () => 'ok',
    () => 'away',
  );
  const isReady = database === 'ok' && !isDraining();
  return Response.json(
    { ready: isReady, database, draining: isDraining() },
    { status: isReady ? 200 : 503, headers: { 'Cache-Control': 'no-store' } },
  );
}
