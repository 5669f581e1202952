import type { Database } from '../../../electron/service/platform/db/database.ts';
import { appRoutes, routeTreePaths, v1Routes } from '../../../shared/contract/contract.ts';
import type { Route } from '../../../shared/contract/route.ts';
import type { StartedService } from './start-service.ts';

/** Where the IDs in the paths of routes come from. */
const idSources: Readonly<Record<string, string>> = {
  call_id: 'SELECT call_id AS id FROM call',
  document_id: 'SELECT document_id AS id FROM document',
  request_id: 'SELECT request_id AS id FROM agent_request',
  org_id: 'SELECT org_id AS id FROM organization',
  item_id: 'SELECT item_id AS id FROM outbox_item',
};

const idsPerRoute = 20;

function listIds(db: Database, parameter: string): readonly string[] {
  const sql = idSources[parameter];
  return sql === undefined ? [] : db.all<{ readonly id: string }>(`${sql} LIMIT ${idsPerRoute}`).map(({ id }) => id);
}

const queries = [
  '',
  '?query=plan&q=plan&text=plan&from=2026-01-01T00:00:00.000Z&to=2027-01-01T00:00:00.000Z&format=json',
];

export type ViewsReport = {
  /** The number of responses with content. */
  readonly shown: number;
  /** Responses which say that the service failed, and those that the window could not read. */
  readonly failures: readonly string[];
};

/** Requests everything that can be read of the open workspace, also recordings and invoices. `db` is its database. */
export async function requestEveryView({ send }: Pick<StartedService, 'send'>, db: Database): Promise<ViewsReport> {
  const failures: string[] = [];
  let shown = 0;
  const get = async (path: string, schema?: Route['response']) => {
    const response = await send(path, { signal: AbortSignal.timeout(20_000) }, 'window');
    const body = await response.text();
    if (response.status >= 500) failures.push(`${response.status} ${path} ${body.slice(0, 200)}`);
    if (!response.ok) return body;
    shown += 1;
    const { error } = typeof schema === 'object' ? schema.safeParse(JSON.parse(body)) : {};
    if (error) failures.push(`${path} ${error.message.slice(0, 400)}`);
    return body;
  };
  for (const [tree, routes] of [
    [routeTreePaths.v1, v1Routes],
    [routeTreePaths.app, appRoutes],
  ] as const) {
    for (const route of Object.values<Route>(routes)) {
      if (route.method !== 'get' || route.response === 'events') continue;
      const [, parameter] = /\{(\w+)\}/.exec(route.path) ?? [];
      const paths =
        parameter === undefined
          ? [route.path]
          : listIds(db, parameter).map((id) => route.path.replace(/\{\w+\}/, encodeURIComponent(id)));
      for (const path of paths) for (const query of queries) await get(`${tree}${path}${query}`, route.response);
    }
  }
  for (const call of listIds(db, 'call_id')) {
    const details = await get(`${routeTreePaths.app}/calls/${call}`);
    const [url] = /\/audio\/[^"]+/.exec(details) ?? [];
    if (url) await get(url);
  }
  const invoices = await get(`${routeTreePaths.app}/billing/invoices`);
  for (const [url] of invoices.matchAll(/\/invoices\/[^"]+\.pdf[^"]*/g)) await get(url);
  return { shown, failures };
}
