import { randomUUID } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadLibpq } from '../../../../electron/service/platform/db/postgres/libpq.ts';
import { PostgresDatabases } from '../../../../electron/service/platform/db/postgres/postgres-databases.ts';
import { readBucketSettings } from '../../../../electron/service/platform/files/bucket/bucket-settings.ts';
import { Bucket } from '../../../../electron/service/platform/files/bucket/bucket.ts';
import { migrations } from '../../../../electron/service/workspaces/migrations.ts';
import { appRoutes, v1Routes } from '../../../../shared/contract/contract.ts';
import { waitFor } from '../../../helpers/clock/wait-for.ts';
import { startBucket, type StartedBucket } from '../../../helpers/service/start-bucket.ts';
import { fastestVoice } from '../../../helpers/service/start-call-service.ts';
import { startService, type StartedService } from '../../../helpers/service/start-service.ts';
import { findPostgres, startPostgres, type StartedPostgres } from '../../../helpers/service/start-postgres.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../../helpers/service/temporary-folder.ts';
import { uploadAndWait } from '../../../helpers/service/upload.ts';
import { waitForCall, waitForStatus } from '../../../helpers/service/wait-for-call.ts';

type Node = StartedService & { /** The folder of the workspace. */ readonly dir: string };

const bin = findPostgres();

describe.skipIf(bin === null)('files of an organization in a bucket', () => {
  let postgres: StartedPostgres;
  let databases: PostgresDatabases;
  let bucket: StartedBucket;
  let folder: TemporaryFolder;
  let nodes: Node[];
  let issues: string[];
  let workspaceId: string;

  beforeAll(async () => {
    postgres = await startPostgres(bin ?? '');
    databases = new PostgresDatabases({
      connect: await loadLibpq(),
      parameters: { dbname: postgres.url },
      migrations,
    });
  });
  afterAll(() => postgres.stop());

  beforeEach(async () => {
    [bucket, folder] = await Promise.all([startBucket(), createTemporaryFolder()]);
    nodes = [];
    issues = [];
    workspaceId = '';
  });
  afterEach(async () => {
    bucket.fault = () => null;
    for (const node of nodes) await node.stop().catch(() => {});
    await bucket.stop();
    await folder.remove();
  });

  /** Starts a node with an empty folder. It serves the organization that the first one has created. */
  async function startNode(): Promise<Node> {
    const dataDir = join(folder.path, randomUUID());
    const dir = join(dataDir, 'workspaces', workspaceId);
    if (workspaceId !== '') mkdirSync(dir, { recursive: true });
    const started = await startService({
      databases,
      bucket: new Bucket(readBucketSettings(bucket.url, bucket.variables)),
      dataDir,
      log: { error: ({ issue, err }, message) => issues.push(String(issue ?? `${message}: ${String(err)}`)) },
    });
    const isNew = workspaceId === '';
    workspaceId = (await started.service.openServeWorkspace({ demo: false })).workspace_id;
    const node = { ...started, dir: join(dataDir, 'workspaces', workspaceId) };
    if (isNew)
      databases.inspect({ id: workspaceId, dir: node.dir }, (db) => db.run('UPDATE agent SET voice = ?', fastestVoice));
    nodes.push(node);
    return node;
  }

  async function placeCall(node: Node): Promise<string> {
    const agentId = (await node.app(appRoutes.listAgentRecords, {})).data[0]?.agent_id ?? '';
    const json = { agent_id: agentId, recipient_number: '+15551000001', persona: 'interested', speed: 'fast' } as const;
    return (await node.app(appRoutes.placeSimulatedCall, { json })).call_id;
  }

  const listKeys = (path: string) =>
    [...bucket.objects.keys()].filter((key) => key.startsWith(`${workspaceId}/${path}`));
  const getFile = (node: Node, id: string, headers = {}) =>
    node.send(`/v1/knowledge/documents/${id}/file`, { headers }, 'window');
  const uploadText = (node: Node, text: string) => {
    const form = new FormData();
    form.set('title', 'Opening hours');
    form.set('file', new File([text], 'hours.txt'));
    return node.send('/v1/knowledge/documents', { method: 'POST', body: form }, 'window');
  };

  test('a node with an empty folder returns what another one has stored, also in parts', async () => {
    const text = 'We open at nine on every day. '.repeat(200);
    const first = await startNode();
    const { document_id } = await uploadAndWait(first.v1, 'Opening hours', text);
    const callId = await placeCall(first);
    expect((await waitForCall(first.v1, callId)).status).toBe('completed');
    expect(listKeys('files/')).toHaveLength(1);
    expect(listKeys('recordings/')).toHaveLength(1);
    await first.stop();
    expect(globSync(join(first.dir, '{files,recordings}', '*'))).toEqual([]);

    const second = await startNode();
    const part = await getFile(second, document_id, { Range: 'bytes=3-6' });
    expect([part.status, part.headers.get('Content-Range'), await part.text()]).toEqual([
      206,
      `bytes 3-6/${text.length}`,
      'open',
    ]);
    expect(await (await getFile(second, document_id)).text()).toBe(text);
    const { recording_url } = await second.v1(v1Routes.getCall, { params: { call_id: callId } });
    const recording = await second.send(String(recording_url), { headers: { Range: 'bytes=0-99' } });
    expect(recording.status).toBe(206);
    expect((await recording.arrayBuffer()).byteLength).toBe(100);
    expect(bucket.requests.filter((request) => request.startsWith(`GET ${workspaceId}/`))).toHaveLength(2);
  });

  test('a copy that was changed is replaced', async () => {
    const node = await startNode();
    const { document_id } = await uploadAndWait(node.v1, 'Opening hours', 'We open at nine.');
    const [path = ''] = globSync(join(node.dir, 'files', '*'));
    writeFileSync(path, 'We open at five.');
    expect(await (await getFile(node, document_id)).text()).toBe('We open at nine.');
    expect(readFileSync(path, 'utf8')).toBe('We open at nine.');
  });

  test('a deletion removes the object, after the bucket was away, too', async () => {
    const node = await startNode();
    const { document_id } = await uploadAndWait(node.v1, 'Opening hours', 'We open at nine.');
    bucket.fault = () => 'away';
    await node.v1(v1Routes.deleteDocument, { params: { document_id } });
    expect((await getFile(node, document_id)).status).toBe(404);
    expect(listKeys('files/')).toHaveLength(1);
    bucket.fault = () => null;
    await waitFor(() => expect(listKeys('files/')).toEqual([]));
    expect(issues.every((issue) => issue.startsWith('The bucket cannot be reached'))).toBe(true);
  });

  test('a deletion is finished by the next node, and what no row names is deleted', async () => {
    const first = await startNode();
    const { document_id } = await uploadAndWait(first.v1, 'Opening hours', 'We open at nine.');
    bucket.fault = (method) => (method === 'DELETE' ? 'busy' : null);
    await first.v1(v1Routes.deleteDocument, { params: { document_id } });
    await first.stop();
    for (let count = 0; count < 5; count++)
      bucket.objects.set(`${workspaceId}/files/unknown/${count}`, Buffer.from('x'));
    bucket.objects.set('another/files/unknown', Buffer.from('x'));
    bucket.fault = () => null;
    const second = await startNode();
    const kept = await uploadAndWait(second.v1, 'Opening hours', 'We open at ten.');
    await waitFor(() => expect(listKeys('')).toHaveLength(1));
    expect(await (await getFile(second, kept.document_id)).text()).toBe('We open at ten.');
    expect(bucket.objects.has('another/files/unknown')).toBe(true);
  });

  test('while the bucket is away, an upload is refused and loses nothing, and works afterwards', async () => {
    const node = await startNode();
    for (const fault of ['away', 'busy', 'html', 'forbidden', 'accepted but not stored'] as const) {
      bucket.fault = () => fault;
      const response = await uploadText(node, 'We open at nine.');
      const problem = (await response.json()) as { readonly detail: string };
      expect([fault, response.status]).toEqual([fault, fault === 'accepted but not stored' ? 500 : 503]);
      if (response.status === 503) expect(response.headers.get('Retry-After')).toBe('5');
      expect(JSON.stringify(problem)).not.toContain('geheim');
    }
    expect((await node.v1(v1Routes.listDocuments, { query: {} })).data).toEqual([]);
    expect(globSync(join(node.dir, '{files,incoming}', '*'))).toEqual([]);
    bucket.fault = () => null;
    expect((await uploadAndWait(node.v1, 'Opening hours', 'We open at nine.')).status).toBe('active');
    await waitFor(() => expect(listKeys('')).toHaveLength(1));
    expect(issues.join()).not.toContain('geheim');
  });

  test('a document that was deleted while its object was downloaded leaves no copy', async () => {
    const first = await startNode();
    const { document_id } = await uploadAndWait(first.v1, 'Opening hours', 'We open at nine.');
    await first.stop();
    const second = await startNode();
    const deletion = Promise.withResolvers<unknown>();
    bucket.onRequest = async (method, key) => {
      if (method !== 'GET' || !key.includes('/files/')) return;
      deletion.resolve(second.v1(v1Routes.deleteDocument, { params: { document_id } }));
      await deletion.promise;
    };
    expect((await getFile(second, document_id)).status).toBe(404);
    expect(globSync(join(second.dir, '{files,incoming}', '*'))).toEqual([]);
    await waitFor(() => expect(listKeys('')).toEqual([]));
  });

  test('a call waits for the bucket with its recording', async () => {
    const node = await startNode();
    bucket.fault = () => 'busy';
    const callId = await placeCall(node);
    await waitFor(() => expect(issues).toContain('The bucket cannot process requests now (HTTP 503, SlowDown).'));
    await waitForStatus(node.v1, callId, (status) => status === 'in_progress');
    bucket.fault = () => null;
    expect((await waitForCall(node.v1, callId)).status).toBe('completed');
    expect(listKeys('recordings/')).toHaveLength(1);
    const { recording_url } = await node.v1(v1Routes.getCall, { params: { call_id: callId } });
    expect((await node.send(String(recording_url))).status).toBe(200);
  });

  test('an object that is missing or has different content is a problem of this file only', async () => {
    const first = await startNode();
    const { document_id } = await uploadAndWait(first.v1, 'Opening hours', 'We open at nine.');
    await first.stop();
    const second = await startNode();
    bucket.fault = (method, key) => (method === 'GET' && key.includes('/files/') ? 'other' : null);
    expect((await getFile(second, document_id)).status).toBe(410);
    bucket.fault = () => null;
    for (const key of listKeys('files/')) bucket.objects.delete(key);
    expect((await getFile(second, document_id)).status).toBe(404);
    expect(issues.filter((issue) => !issue.startsWith('the file activity-head'))).toEqual([
      expect.stringMatching(/^The bucket does not have the content that was stored for \S+\.$/),
      'There is no such object in the bucket.',
    ]);
  });
});
