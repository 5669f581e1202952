import { statfsSync } from 'node:fs';
import { arch, homedir, platform, release, totalmem } from 'node:os';
import { formatTimestamp } from '../../../shared/contract/timestamp.ts';
import type { Context } from '../platform/context.ts';
import { readSettings } from '../platform/settings/settings-store.ts';
import type { WorkspaceManager } from './workspace-manager.ts';

/** Returns what helps to find an error, as JSON text: no names of workspaces, no data of them, no secrets. */
export async function collectDiagnostics(context: Context, workspaces: WorkspaceManager): Promise<string> {
  const { data_dir, workspaces: storage } = await workspaces.measureStorage();
  const { node, electron = null, sqlite = null } = process.versions;
  const diagnostics = {
    created_at: formatTimestamp(context.now()),
    application: { version: context.version, node, electron, sqlite },
    system: { platform: platform(), release: release(), arch: arch(), memory_bytes: totalmem() },
    memory: process.memoryUsage(),
    data_folder: { path: data_dir, free_bytes: readFreeBytes(data_dir) },
    keychain: await context.keychain.check(),
    settings: readSettings(context.settings),
    workspaces: workspaces.list().map(({ workspace_id, kind, created_at, error }) => {
      const { name: _, ...sizes } = storage.find((one) => one.workspace_id === workspace_id) ?? { name: '' };
      return { workspace_id, kind, created_at, error, is_open: workspaces.current?.id === workspace_id, ...sizes };
    }),
    log: context.readLog().split('\n'),
  };
  return hideHome(JSON.stringify(diagnostics, null, 2));
}

function readFreeBytes(path: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  } catch {
    return null; // the disk is gone, which the other entries show
  }
}

/**
 * Replaces the home folder, which contains the name of the user, by `~`: as it is, as a part of JSON text, where each
 * backslash is doubled, and in the URLs of stack traces.
 */
export function hideHome(text: string, home = homedir()): string {
  const names = home.replace(/[\\/]+$/, '').split(/[\\/]+/);
  if (names.length < 2) return text; // the root of the file system
  const patterns = names.map((name) => {
    const encoded = encodeURI(name).replaceAll('#', '%23');
    return `(?:${escapeForPattern(name)}|${escapeForPattern(encoded)})`;
  });
  const end = String.raw`(?![\p{L}\p{N}_])`; // not the start of a longer name
  return text.replaceAll(new RegExp(patterns.join(String.raw`[\\/]+`) + end, 'giu'), '~');
}

function escapeForPattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
