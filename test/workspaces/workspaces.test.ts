import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { windowWorkspaceHeader } from '../../shared/window/window-session.ts';
import { createMemorySettings } from '../helpers/service/memory-settings.ts';
import { startService, type StartedService } from '../helpers/service/start-service.ts';
import { upload, uploadAndWait } from '../helpers/service/upload.ts';
import { testOnFile } from '../helpers/service/test-on-file.ts';

describe('workspaces', () => {
  let started: StartedService;
  beforeEach(async () => {
    started = await startService();
  });
  afterEach(() => started.stop());

  const create = (name: string, email = '') =>
    started.app(appRoutes.createWorkspace, { json: { kind: 'local', name, industry: 'Retail', email } });
  const session = () => started.app(appRoutes.getSession, {});

  test('refuses a change of a window that shows another workspace than the open one', async () => {
    const { workspace_id: first } = await create('First');
    const { workspace_id: second } = await create('Second');
    const createKey = (shown: string) =>
      started.send(
        '/v1/keys',
        {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', [windowWorkspaceHeader]: shown },
          body: JSON.stringify({ name: 'CRM sync', role: 'viewer' }),
        },
        'window',
      );
    const refused = await createKey(first);
    expect([refused.status, await refused.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'workspace_changed' }),
    ]);
    const { data } = await started.v1(v1Routes.listActivity, {});
    expect(data.map(({ operation }) => operation)).not.toContain('createApiKey');
    const read = await started.send('/v1/keys', { headers: { [windowWorkspaceHeader]: first } }, 'window');
    expect(read.status).toBe(200);
    expect((await createKey(second)).status).toBe(201);
  });

  test('the first start has none; a new one is opened, with its organization and first member', async () => {
    expect(await session()).toMatchObject({ workspace: null, org_id: null, role: 'admin' });
    const made = await create('  Kestrel Foods ', 'ana@kestrel.example');
    expect(made).toMatchObject({ name: 'Kestrel Foods', kind: 'local', error: null });
    const { org_id, workspace } = await session();
    expect(workspace?.workspace_id).toBe(made.workspace_id);
    const params = { org_id: org_id ?? '' };
    expect(await started.v1(v1Routes.getOrganization, { params })).toMatchObject({
      name: 'Kestrel Foods',
      industry: 'Retail',
    });
    expect(await started.v1(v1Routes.listMembers, { params })).toMatchObject({
      total: 1,
      data: [{ email: 'ana@kestrel.example', role: 'admin', status: 'active' }],
    });
  });

  test('without a workspace, the window gets no_workspace and other clients get 401', async () => {
    await expect(started.v1(v1Routes.listDocuments, {})).rejects.toMatchObject({ code: 'no_workspace' });
    expect((await started.send('/v1/knowledge/documents')).status).toBe(401);
    expect((await started.send('/app/session')).status).toBe(401);
  });

  testOnFile(
    'a workspace whose database cannot be opened is listed with its error and does not prevent the start',
    async () => {
      const whole = await create('Whole');
      const broken = 'wsp_000000000000000000000000';
      mkdirSync(join(started.dataDir, 'workspaces', broken, 'workspace.db'), { recursive: true });
      const { data } = await started.app(appRoutes.listWorkspaces, {});
      expect(data.map(({ workspace_id, error }) => [workspace_id, error])).toEqual([
        [whole.workspace_id, null],
        [broken, expect.stringContaining('cannot be opened')],
      ]);
      await expect(started.app(appRoutes.openWorkspace, { params: { workspace_id: broken } })).rejects.toMatchObject({
        code: 'workspace_unusable',
      });
      await started.service.close();
      const again = await startService({ dataDir: started.dataDir });
      expect((await again.app(appRoutes.listWorkspaces, {})).data).toHaveLength(2);
      await again.stop();
    },
  );

  test('documents belong to one workspace only', async () => {
    const first = await create('First');
    await uploadAndWait(started.v1, 'Only in the first', 'A text of the first workspace.');
    await create('Second');
    expect((await started.v1(v1Routes.listDocuments, {})).data).toEqual([]);
    await started.app(appRoutes.openWorkspace, { params: { workspace_id: first.workspace_id } });
    const { data } = await started.v1(v1Routes.listDocuments, {});
    expect(data.map(({ title, status }) => [title, status])).toEqual([['Only in the first', 'active']]);
    const found = await started.v1(v1Routes.searchKnowledge, { json: { query: 'text of the first workspace' } });
    expect(found.data[0]?.title).toBe('Only in the first');
  });

  test('processing that another workspace interrupts resumes when the workspace is opened again', async () => {
    const first = await create('First');
    const id = await upload(started.v1, 'Long', 'One sentence after another. '.repeat(20_000));
    await create('Second');
    await started.app(appRoutes.openWorkspace, { params: { workspace_id: first.workspace_id } });
    const document = await started.v1(v1Routes.getDocument, { params: { document_id: id } });
    expect(document.status).toBe('processing');
    await started.v1(v1Routes.deleteDocument, { params: { document_id: id } });
  });

  test('requests that run when another workspace is opened get a response, none a 5xx', async () => {
    const first = await create('First');
    await uploadAndWait(started.v1, 'Opening hours', 'The bell tower is open on Sundays.');
    const second = await create('Second');
    const statuses: number[] = [];
    const form = (title: string) => {
      const body = new FormData();
      body.set('title', title);
      body.set('file', new File([`A text for ${title}.`], 'a.txt'));
      return body;
    };
    const search = { method: 'POST', body: '{"query":"bell tower"}', headers: { 'Content-Type': 'application/json' } };
    for (let round = 0; round < 12; round++) {
      const { workspace_id } = round % 2 === 0 ? first : second;
      const asked = [
        started.send('/v1/knowledge/documents', { method: 'POST', body: form(`Round ${round}`) }, 'window'),
        started.send('/v1/knowledge/search', search, 'window'),
      ];
      await started.app(appRoutes.openWorkspace, { params: { workspace_id } });
      for (const { status } of await Promise.all(asked)) statuses.push(status);
    }
    expect(new Set(statuses)).toEqual(new Set([200, 202]));
  });

  test('a renamed workspace has its new name in the list; a deleted one is closed and its files are removed', async () => {
    const { workspace_id } = await create('Before');
    await started.app(appRoutes.renameWorkspace, { params: { workspace_id }, json: { name: 'After' } });
    expect((await session()).workspace?.name).toBe('After');
    await create('Other');
    await started.app(appRoutes.renameWorkspace, { params: { workspace_id }, json: { name: 'While closed' } });
    const { data } = await started.app(appRoutes.listWorkspaces, {});
    expect(data.map(({ name }) => name).toSorted()).toEqual(['Other', 'While closed']);

    const other = (await session()).workspace?.workspace_id ?? '';
    await started.app(appRoutes.deleteWorkspace, { params: { workspace_id: other } });
    expect((await session()).workspace).toBeNull();
    expect(readdirSync(join(started.dataDir, 'workspaces'))).toEqual([workspace_id]);
    await expect(started.app(appRoutes.openWorkspace, { params: { workspace_id: other } })).rejects.toMatchObject({
      code: 'workspace_not_found',
    });
  });

  test('invalid ids do not reach the file system', async () => {
    for (const workspace_id of ['..', 'wsp_../x', 'wsp_zz']) {
      await expect(started.app(appRoutes.deleteWorkspace, { params: { workspace_id } })).rejects.toMatchObject({
        code: expect.stringMatching(/not_found/),
      });
    }
  });

  testOnFile('a damaged workspace is listed with its error, and the service starts without it', async () => {
    const settings = createMemorySettings();
    const first = await startService({ dataDir: started.dataDir, settings });
    const made = await first.app(appRoutes.createWorkspace, {
      json: { kind: 'local', name: 'Broken', industry: '', email: '' },
    });
    await first.service.close();
    writeFileSync(
      join(started.dataDir, 'workspaces', made.workspace_id, 'workspace.db'),
      'not a database '.repeat(100),
    );
    const second = await startService({ dataDir: started.dataDir, settings });
    expect((await second.app(appRoutes.getSession, {})).workspace).toBeNull();
    const { data } = await second.app(appRoutes.listWorkspaces, {});
    expect(data).toMatchObject([
      { workspace_id: made.workspace_id, error: expect.stringContaining('is not a database') },
    ]);
    await expect(
      second.app(appRoutes.openWorkspace, { params: { workspace_id: made.workspace_id } }),
    ).rejects.toMatchObject({ code: 'workspace_unusable' });
    await second.service.close();
  });

  test('the workspace that was open last is open at the next start', async () => {
    const settings = createMemorySettings();
    const first = await startService({ dataDir: started.dataDir, settings });
    await first.app(appRoutes.createWorkspace, { json: { kind: 'local', name: 'One', industry: '', email: '' } });
    const two = await first.app(appRoutes.createWorkspace, {
      json: { kind: 'local', name: 'Two', industry: '', email: '' },
    });
    await first.service.close();
    const second = await startService({ dataDir: started.dataDir, settings });
    expect((await second.app(appRoutes.getSession, {})).workspace?.workspace_id).toBe(two.workspace_id);
    await second.service.close();
  });

  testOnFile('the demo has members in every status and active documents', async () => {
    const made = await started.app(appRoutes.createWorkspace, { json: { kind: 'demo' } });
    expect(made).toMatchObject({ kind: 'demo', name: 'Northwind Broadband' });
    const { org_id } = await session();
    const members = await started.v1(v1Routes.listMembers, { params: { org_id: org_id ?? '' } });
    expect(new Set(members.data.map(({ role, status }) => `${role} ${status}`)).size).toBeGreaterThanOrEqual(5);
    const { data } = await started.app(appRoutes.listDocumentRecords, {});
    expect(new Set(data.map(({ status }) => status))).toEqual(new Set(['active']));
    expect(new Set(data.map(({ kind }) => kind))).toEqual(new Set(['pdf', 'docx', 'txt']));
  });
});
