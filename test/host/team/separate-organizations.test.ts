import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOrganization } from '../../../electron/host/team/create-organization.ts';
import { fileRoutes, routeTreePaths, v1Routes } from '../../../shared/contract/contract.ts';
import { fillPath, type Route } from '../../../shared/contract/route.ts';
import {
  arbitraryBody,
  arbitraryQuery,
  chooseParameters,
  formatQuery,
  insertKnownIds,
  type KnownIds,
} from '../../contract/fuzzed-requests.ts';
import { waitFor } from '../../helpers/clock/wait-for.ts';
import { chooseRuns, chooseSeed } from '../../helpers/processes/fuzz-runs.ts';
import { placeAnsweredCall } from '../../helpers/service/place-answered-call.ts';
import { findPostgres, startPostgres, type StartedPostgres } from '../../helpers/service/start-postgres.ts';
import { startTeamNode, type TeamNode } from '../../helpers/service/start-team-node.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../helpers/service/temporary-folder.ts';
import { readPrintedLine } from './read-printed-line.ts';

const bin = findPostgres();
const requests = chooseRuns({ perCommit: 200, long: 10_000 });
const seed = chooseSeed();

/** The first ones send requests with the IDs of all; the others send none and must not change. */
const [organizationCount, activeCount] = [10, 5];

type Organization = {
  readonly key: string;
  ids: KnownIds;
  readonly call: Awaited<ReturnType<typeof placeAnsweredCall>>;
};

const routes: readonly (readonly [tree: string, route: Route])[] = [
  ...Object.values<Route>(v1Routes).map((route) => [routeTreePaths.v1, route] as const),
  ...Object.values<Route>(fileRoutes).map((route) => [routeTreePaths.files, route] as const),
].filter(([, { response, id }]) => response !== 'events' && id !== 'revokeApiKey' && id !== 'rotateApiKey');

const request = fc.oneof(
  ...routes.map(([tree, route]) =>
    fc.record({
      tree: fc.constant(tree),
      route: fc.constant(route),
      sender: fc.nat({ max: activeCount - 1 }),
      /** Whose IDs the request has. */
      owner: fc.nat({ max: organizationCount - 1 }),
      at: fc.nat({ max: 3 }),
      query: arbitraryQuery(route),
      body: arbitraryBody(route),
    }),
  ),
);

/** Parameters with the same value in all organizations, such as the number of a version, or with one that none has. */
const equalParameters = {
  user_id: 'usr_0',
  invoice_id: 'inv_0',
  version: '1',
  position: '0',
  follow_up: 'outcome',
};

const idPattern = /\b[a-z]{3,4}_[0-9a-f]{24}\b/g;
const requestIds = /\breq_[0-9a-f]{24}/g;

describe.skipIf(bin === null)('ten organizations with equal names, numbers and files', () => {
  let server: StartedPostgres;
  let folder: TemporaryFolder;
  let nodes: readonly TeamNode[] = [];
  const organizations: Organization[] = [];
  /** The organization in whose response an ID was seen first. */
  const owners = new Map<string, number>();

  beforeAll(async () => {
    [server, folder] = await Promise.all([startPostgres(bin ?? ''), createTemporaryFolder()]);
    const keys: string[] = [];
    for (let count = 0; count < organizationCount; count++) {
      const options = { database: server.url, dataDir: folder.path };
      const line = await readPrintedLine(() => createOrganization('Harbour Office', options));
      keys.push((line as { readonly keys: { readonly admin: string } }).keys.admin);
    }
    const args = ['--data', folder.path, '--database', server.url, '--rate-limit', '0'];
    nodes = await Promise.all([startTeamNode(args), startTeamNode(args)]);
    for (const [index, key] of keys.entries()) organizations.push(await fill(index, key));
  }, 300_000);

  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await server.stop();
    await folder.remove();
  });

  /** What each organization has sent: its activity log has it, too. */
  const sentBy = new Map<number, string>();

  /** Sends a request to one of the nodes, and throws if its response has an ID of another organization that the sender never sent. */
  async function send(index: number, key: string, path: string, init: RequestInit = {}): Promise<Response> {
    const node = nodes[(index + path.length) % nodes.length];
    const headers = { ...init.headers, ...(key !== '' && { Authorization: `Bearer ${key}` }) };
    const response = await fetch(`${node?.origin}${path}`, { ...init, headers, redirect: 'manual' });
    const text = await response.text();
    const sent = `${sentBy.get(index) ?? ''} ${path} ${typeof init.body === 'string' ? init.body : ''}`;
    sentBy.set(index, sent);
    const received = `${JSON.stringify([...response.headers])} ${text}`;
    // A refusal can come from the node, whose requests have IDs, too.
    for (const [id] of (response.ok ? received : received.replaceAll(requestIds, '')).matchAll(idPattern)) {
      if (!owners.has(id)) owners.set(id, index);
      if (owners.get(id) !== index && !sent.includes(id)) throw new Error(`${init.method} ${path} returns ${id}`);
    }
    expect(response.status, `${init.method} ${path}`).toBeLessThan(500);
    return new Response(text, { status: response.status, headers: response.headers });
  }

  /** Gives an organization the same content as the others, apart from a word in a note. */
  async function fill(index: number, key: string): Promise<Organization> {
    const read = async (path: string) => (await send(index, key, `/v1${path}`)).json() as Promise<Listed>;
    const post = async (path: string, json: object) => {
      const headers = { 'Content-Type': 'application/json' };
      const response = await send(index, key, `/v1${path}`, { method: 'POST', headers, body: JSON.stringify(json) });
      expect(response.status).toBeLessThan(300);
      return response.json() as Promise<Readonly<Record<string, string>>>;
    };
    const form = new FormData();
    form.set('title', 'Refunds');
    form.set('file', new File(['Refunds take ten days.'], 'refunds.txt'));
    await send(index, key, '/v1/knowledge/documents', { method: 'POST', body: form });
    const agentId = (await read('/agents')).data[0]?.['agent_id'];
    const placed = { agent_id: agentId, recipient_number: '+15550100' };
    const call = await placeAnsweredCall(
      async () => (await post('/calls/outbound', placed))['call_id'] ?? '',
      async (id) => (await read(`/calls/${id}`)) as unknown as Organization['call'],
    );
    const { call_id: callId } = call;
    const word = `mrk_${randomBytes(12).toString('hex')}`;
    await post(`/calls/${callId}/notes`, { at_seconds: 1, text: `Call back ${word}` });
    await post('/agents/requests', { objective: 'Remind customers' });
    await post('/do-not-call', { recipient_number: '+15550199' });
    await post('/scorecard-criteria', { name: 'Polite', description: '', weight: 1, rule: null });
    await post('/saved-items', { kind: 'metadata_template', name: 'Template', value: { metadata: { a: 'b' } } });
    await post('/keys', { name: 'Second key', role: 'viewer' });
    await waitFor(
      async () => expect((await read('/knowledge/documents')).data[0]?.['status']).not.toBe('processing'),
      200,
    );
    const list = async (path: string, name: string) => (await read(path)).data.map((one) => one[name] ?? '');
    return {
      key,
      call,
      ids: {
        call_id: [callId],
        agent_id: [agentId ?? ''],
        document_id: await list('/knowledge/documents', 'document_id'),
        note_id: await list(`/calls/${callId}/notes`, 'note_id'),
        request_id: await list('/agents/requests', 'request_id'),
        entry_id: await list('/do-not-call', 'entry_id'),
        criterion_id: await list('/scorecard-criteria', 'criterion_id'),
        saved_id: await list('/saved-items', 'saved_id'),
        key_id: await list('/keys', 'key_id'),
        org_id: [[...owners].find(([id, owner]) => id.startsWith('org_') && owner === index)?.[0] ?? 'org_none'],
      },
    };
  }

  const readLists = (index: number) =>
    Promise.all(
      [
        '/calls',
        '/knowledge/documents',
        '/agents',
        '/agents/requests',
        '/do-not-call',
        '/saved-items',
        '/activity',
      ].map(async (path) => (await send(index, organizations[index]?.key ?? '', `/v1${path}`)).text()),
    ).then((texts) => texts.map((text) => text.replaceAll(/(?:expires|signature)=[\w-]+/g, '')));

  test(`none returns a byte of another, or changes it (RUNS=${requests} SEED=${seed})`, async () => {
    const silent = organizations.map((_, index) => index).slice(activeCount);
    const before = await Promise.all(silent.map(readLists));
    const property = fc.asyncProperty(request, async ({ tree, route, sender, owner, at, query, body }) => {
      const [asking, owning] = [organizations[sender], organizations[owner]];
      if (!asking || !owning) throw new Error('There is no such organization.');
      const parameters = chooseParameters(owning.ids, at, null);
      const file = `${parameters['call_id']}.mp3`;
      const path = tree + fillPath(route.path, { ...equalParameters, ...parameters, file });
      const search = formatQuery(query, owning.ids, at);
      const method = route.method.toUpperCase();
      const init: RequestInit = { method };
      if (method !== 'GET') {
        init.headers = { 'Content-Type': 'application/json' };
        init.body = insertKnownIds(JSON.stringify(body) ?? 'null', owning.ids, at);
      }
      const response = await send(sender, asking.key, path + search, init);
      // A path with an ID of another organization finds nothing.
      const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
      if (sender !== owner && names.some((name) => owning.ids[name]))
        expect(response.status).toBeGreaterThanOrEqual(400);
    });
    await fc.assert(property, { numRuns: requests, seed: Number(seed), endOnFailure: true });
    expect(await Promise.all(silent.map(readLists))).toEqual(before);
  }, 300_000);

  test('none opens a recording of another with its own signature', async () => {
    for (const [index, { call }] of organizations.entries()) {
      const own = new URL(call.recording_url);
      expect((await send(index, '', own.pathname + own.search)).status, own.search).toBe(200);
      const other = new URL(organizations[(index + 1) % organizationCount]?.call.recording_url ?? '');
      const stolen = await send(index, '', other.pathname + own.search);
      expect(stolen.status).toBe(403);
      const renamed = new URLSearchParams(own.search);
      renamed.set('workspace', other.searchParams.get('workspace') ?? '');
      expect((await send(index, '', `${other.pathname}?${renamed}`)).status).toBe(403);
    }
  });
});

type Listed = { readonly data: readonly Readonly<Record<string, string>>[] };
