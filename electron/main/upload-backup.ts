import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { uploadBackup as uploadRoute } from '../../shared/workspaces/backups.ts';
import { routeTreePaths } from '../../shared/contract/base-paths.ts';
import type { Service } from '../service/service.ts';
import { windowOrigin } from './scheme.ts';

/**
 * Uploads a backup file as the window would, with its role, and returns the response. Returns null if the file cannot be read.
 * The file is read in parts.
 */
export async function uploadBackup(
  service: Service,
  path: string,
): Promise<{ readonly status: number; readonly body: string } | null> {
  const file = await openAsBlob(path).catch(() => null);
  if (!file) return null;
  const form = new FormData();
  form.set('file', file, basename(path));
  const url = new URL(`${routeTreePaths.app}${uploadRoute.path}`, windowOrigin);
  const response = await service.fetch(new Request(url, { method: 'POST', body: form }), 'window');
  return { status: response.status, body: await response.text() };
}
