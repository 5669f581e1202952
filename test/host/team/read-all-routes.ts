import { createHash } from 'node:crypto';
import { appRoutes, routeTreePaths, v1Routes } from '../../../shared/contract/contract.ts';
import { fillPath, type Route } from '../../../shared/contract/route.ts';
import type { KnownIds } from '../../contract/fuzzed-requests.ts';
import type { StartedService } from '../../helpers/service/start-service.ts';

/** Routes of `/app` whose responses are about this computer, or about the remote of a linked workspace. */
const localRoutes = new Set([
  'getSession',
  'listWorkspaces',
  'listSnapshots',
  'exportWorkspace',
  'listBackups',
  'downloadBackup',
  'getConnection',
  'getSyncStatus',
  'listOutboxItems',
  'measureStorage',
  'getKeptPage',
  'getWindowLock',
  'getSettings',
  'getSettingsIssue',
  'getLocalApi',
  'getDiagnostics',
  'getKeychainStatus',
  'getOpenApiDocument',
  'previewLink',
  'getTurnAudio',
]);

/** The most requests of each route. */
const maxRequests = 20;

type Read = { readonly id: string; readonly path: string; readonly json?: object };

const questions = ['How long do refunds take?', 'router lights', 'outage credit', 'warranty of 2 years', 'Kündigung'];

/** Lists requests that read everything of an organization: each GET route with each of the IDs, and searches. */
function listReads(ids: KnownIds): readonly Read[] {
  const list = (tree: 'v1' | 'app', routes: object) =>
    Object.values(routes as Readonly<Record<string, Route>>)
      .filter(({ method, response, id }) => method === 'get' && response !== 'events' && !localRoutes.has(id))
      .flatMap(({ id, path, query }) => {
        const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
        const period = '?from=2025-01-01T00:00:00.000Z&to=2027-01-01T00:00:00.000Z';
        const search = query && 'from' in query.shape ? period : query && 'limit' in query.shape ? '?limit=100' : '';
        return combine(names, ids)
          .slice(0, maxRequests)
          .map((params) => ({ id, path: `${routeTreePaths[tree]}${fillPath(path, params)}${search}` }));
      });
  return [
    ...list('v1', v1Routes),
    ...list('app', appRoutes),
    ...questions.map((query) => ({ id: 'searchKnowledge', path: '/v1/knowledge/search', json: { query } })),
    ...questions.map((query) => ({ id: 'listCallRecords', path: `/app/calls?${new URLSearchParams({ query })}` })),
  ];
}

function combine(names: readonly string[], ids: KnownIds): readonly Readonly<Record<string, string>>[] {
  const [name, ...others] = names;
  if (name === undefined) return [{}];
  return (ids[name] ?? []).flatMap((value) => combine(others, ids).map((params) => ({ ...params, [name]: value })));
}

/** Returns the responses of a service to every request that reads, by request, and the hashes of the files to which they link. */
export async function readAllRoutes(started: StartedService, ids: KnownIds): Promise<ReadonlyMap<string, string>> {
  const answers = new Map<string, string>();
  const links = new Set<string>();
  for (const { id, path, json } of listReads(ids)) {
    const init = json
      ? { method: 'POST', body: JSON.stringify(json), headers: { 'Content-Type': 'application/json' } }
      : {};
    const response = await started.send(path, init, 'window');
    const text = describeBody(response, Buffer.from(await response.arrayBuffer()));
    for (const [link] of text.matchAll(signedLink)) links.add(link);
    answers.set(`${id} ${path} ${JSON.stringify(json ?? null)}`, `${response.status} ${toComparable(text)}`);
  }
  for (const link of [...links].slice(0, maxRequests)) {
    const response = await started.send(link);
    const bytes = Buffer.from(await response.arrayBuffer());
    answers.set(link.split('?')[0] ?? '', `${response.status} ${createHash('sha256').update(bytes).digest('hex')}`);
  }
  return answers;
}

const signedLink = /\/(?:audio|invoices)\/[\w.%-]+\?[\w.%&=-]+/g;

function describeBody({ headers }: Response, bytes: Buffer): string {
  const type = headers.get('Content-Type') ?? '';
  return /json|csv|text/.test(type) ? bytes.toString() : createHash('sha256').update(bytes).digest('hex');
}

/** Removes what differs between two requests of one service, such as signatures. */
const toComparable = (text: string) =>
  text.replaceAll(signedLink, (link) => link.split('?')[0] ?? '').replaceAll(/"request_id":"[^"]+"/g, '');
