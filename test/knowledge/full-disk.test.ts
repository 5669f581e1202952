import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { canMountDisk, mountSmallDisk, type SmallDisk } from '../helpers/damage/small-disk.ts';
import { waitForDocument } from '../helpers/service/wait-for-document.ts';
import type { StartedService } from '../helpers/service/start-service.ts';
import { createTestApiKey, startServiceWithWorkspace } from '../helpers/service/start-service-with-workspace.ts';
import { uploadAndWait } from '../helpers/service/upload.ts';

describe.runIf(canMountDisk)('on a full disk', () => {
  let disk: SmallDisk;
  let started: StartedService;

  beforeAll(async () => {
    disk = mountSmallDisk();
    started = await startServiceWithWorkspace({ dataDir: join(disk.path, 'data') });
  });
  afterAll(async () => {
    await started.stop();
    disk.unmount();
  });

  const post = (title: string, text: string) => {
    const form = new FormData();
    form.set('title', title);
    form.set('file', new File([text], 'a.txt'));
    return started.send('/v1/knowledge/documents', { method: 'POST', body: form }, 'window');
  };

  test('an upload fails with 507, is not kept, and does not damage the database', async () => {
    const kept = await uploadAndWait(started.v1, 'Kept', 'This document was there before the disk filled up.');
    const before = disk.freeBytes();
    const response = await post('Too much', 'word '.repeat(2_000_000));
    expect(response.status).toBe(507);
    expect(await response.json()).toMatchObject({ code: 'storage_full' });
    expect(disk.freeBytes()).toBeGreaterThan(before - 256 * 1024);
    expect((await started.v1(v1Routes.listDocuments, {})).data.map(({ title }) => title)).toEqual(['Kept']);
    const found = await started.v1(v1Routes.searchKnowledge, { json: { query: 'before the disk filled up' } });
    expect(found.data[0]?.document_id).toBe(kept.document_id);
  });

  test('a deletion requests a rewrite of the database, although the disk has no space for another file', async () => {
    const { document_id } = await uploadAndWait(started.v1, 'Secret', 'This text is deleted.');
    const folder = join(disk.path, 'files-that-fill');
    mkdirSync(folder);
    expect(() => {
      for (let count = 0; ; count++) writeFileSync(join(folder, String(count)), '');
    }).toThrow(expect.objectContaining({ code: 'ENOSPC' }));
    await started.v1(v1Routes.deleteDocument, { params: { document_id } });
    const [id = ''] = readdirSync(join(disk.path, 'data', 'workspaces'));
    expect(existsSync(join(disk.path, 'data', 'workspaces', id, 'rewrite-requested'))).toBe(true);
    rmSync(folder, { recursive: true });
  });

  test('reads with an API key return 200, although the time of last use cannot be written', async () => {
    const { secret } = await createTestApiKey(started, 'admin');
    disk.fill();
    const headers = { Authorization: `Bearer ${secret}` };
    for (const path of ['/v1/knowledge/documents', '/v1/agents', '/v1/calls', '/v1/billing/usage', '/v1/keys'])
      expect((await started.send(path, { headers })).status, path).toBe(200);
    const title = new File(['x'.repeat(100_000)], 'a.txt');
    const form = new FormData();
    form.set('title', 'No space');
    form.set('file', title);
    const refused = await started.send('/v1/knowledge/documents', { method: 'POST', body: form, headers });
    expect(refused.status, 'the disk is full').toBe(507);
    disk.clear();
    const { data } = await started.v1(v1Routes.listApiKeys, {});
    expect(data[0]?.last_used_at).not.toBeNull();
  });

  test('a document that fills the disk fails with the reason, and can be retried when there is space', async () => {
    // Words of 150 letters need much space and few tokens, so that the document is embedded quickly.
    const text = Array.from({ length: 300 }, (_, at) => `Item ${at} is ${`${at + 1_000}x`.repeat(30)}.`).join(' ');
    disk.fillUpTo(text.length + 200 * 1024);
    const document = await uploadAndWait(started.v1, 'Fills up', text);
    expect(document.status).toBe('failed');
    expect(document.error?.code).toBe('storage_full');
    disk.clear();
    await started.v1(v1Routes.retryDocument, { params: { document_id: document.document_id } });
    const read = await waitForDocument(started.v1, document.document_id);
    expect(read).toMatchObject({ title: 'Fills up', status: 'active' });
  });

  test('a workspace that cannot be opened now is not listed as damaged, and can be opened when there is space', async () => {
    const current = (await started.app(appRoutes.getSession, {})).workspace?.workspace_id ?? '';
    const { workspace_id } = await started.app(appRoutes.createWorkspace, { json: { kind: 'local', name: 'Other' } });
    const open = (id: string) => started.app(appRoutes.openWorkspace, { params: { workspace_id: id } });
    await open(current);
    disk.fill();
    await expect(open(workspace_id)).rejects.toMatchObject({ code: 'storage_full' });
    const { data } = await started.app(appRoutes.listWorkspaces, {});
    expect(data).toMatchObject([{ error: null }, { error: null }]);
    disk.clear();
    expect(await open(workspace_id)).toMatchObject({ name: 'Other', error: null });
  });
});
