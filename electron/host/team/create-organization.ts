import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { openService } from '../../service/open-service.ts';
import { getDefaultDataDir } from '../../service/platform/files/app-paths.ts';
import { createDirectorySecrets } from './directory-secrets.ts';
import { openTeamDatabases } from './open-team-databases.ts';
import type { TeamOptions } from './serve-team.ts';

/** Creates an organization and prints its first API key. It has no files yet. */
export async function createOrganization(name: string, options: TeamOptions): Promise<void> {
  const databases = await openTeamDatabases(options.database);
  const directory = databases.openDirectory();
  const dataDir = join(options.dataDir ?? getDefaultDataDir(), `.new-organization-${randomUUID()}`);
  try {
    const openKeychain = () => Promise.resolve(createDirectorySecrets(directory));
    const { service, close } = await openService({ databases, dataDir, openKeychain });
    try {
      const { org_id, keys } = await service.openServeWorkspace({ demo: false, name });
      process.stdout.write(`${JSON.stringify({ org_id, keys })}\n`);
    } finally {
      await close();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
    directory.close();
  }
}
