import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { exportOrganization } from '../../../electron/host/team/export-organization.ts';
import { importWorkspace } from '../../../electron/host/team/import-workspace.ts';
import { createFileDatabases } from '../../../electron/service/platform/db/workspace-databases.ts';
import { migrations } from '../../../electron/service/workspaces/migrations.ts';
import { startBucket, type StartedBucket } from '../../helpers/service/start-bucket.ts';
import { findPostgres, startPostgres, type StartedPostgres } from '../../helpers/service/start-postgres.ts';
import { startService } from '../../helpers/service/start-service.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../helpers/service/temporary-folder.ts';
import { uploadAndWait } from '../../helpers/service/upload.ts';
import { readPrintedLine } from './read-printed-line.ts';

const bin = findPostgres();

describe.skipIf(bin === null)('a workspace that moves to a team server with a bucket and back', () => {
  let server: StartedPostgres;
  let bucket: StartedBucket;
  let folder: TemporaryFolder;

  beforeAll(async () => {
    [server, bucket, folder] = await Promise.all([startPostgres(bin ?? ''), startBucket(), createTemporaryFolder()]);
    for (const [name, value] of Object.entries(bucket.variables)) vi.stubEnv(name, value);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await Promise.all([server.stop(), bucket.stop()]);
    await folder.remove();
  });

  test('its files are moved to the bucket and back', async () => {
    const dataDir = join(folder.path, 'source');
    const source = await startService({ databases: createFileDatabases(migrations), dataDir });
    const { org_id: orgId, workspace_id: workspaceId } = await source.service.openServeWorkspace({ demo: false });
    await uploadAndWait(source.v1, 'Opening hours', 'We open at nine.');
    await source.stop();

    const teamDir = join(folder.path, 'team');
    const options = { database: server.url, bucket: bucket.url, dataDir: teamDir };
    const importSource = () => readPrintedLine(() => importWorkspace(dataDir, null, options));
    bucket.fault = (method, key) => (method === 'PUT' && key.includes('/files/') ? 'busy' : null);
    await expect(importSource()).rejects.toThrow('The bucket cannot process requests now (HTTP 503, SlowDown).');
    bucket.fault = () => null;
    expect(await importSource()).toMatchObject({ org_id: orgId, missing_files: 0 });
    const stored = [...bucket.objects].filter(([key]) => key.startsWith(`${workspaceId}/files/`));
    expect(stored.map(([, content]) => content.toString())).toEqual(['We open at nine.']);
    expect(existsSync(join(teamDir, 'organizations', workspaceId))).toBe(false);

    const output = join(folder.path, 'organization.switchboard-backup');
    const exportAll = () => readPrintedLine(() => exportOrganization({ orgId, output, passphrase: null }, options));
    bucket.fault = (method) => (method === 'GET' ? 'cut' : null);
    await expect(exportAll()).rejects.toThrow('The bucket cannot be reached');
    bucket.fault = () => null;
    expect(await exportAll()).toMatchObject({ org_id: orgId, missing_files: 0 });
    expect(readdirSync(join(teamDir, 'organizations', '.export'))).not.toContain('content');
  });
});
