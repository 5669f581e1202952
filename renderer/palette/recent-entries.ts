import type { Entry } from './entry.ts';

/** As many as are offered before anything was typed. */
const recentMax = 5;

/** What was chosen in each workspace since the window was opened, latest first. */
const recent = new Map<string, readonly Entry[]>();

export function rememberEntry(workspaceId: string, entry: Entry): void {
  const others = readRecent(workspaceId).filter(({ id }) => id !== entry.id);
  recent.set(workspaceId, [entry, ...others].slice(0, recentMax));
}

export function readRecent(workspaceId: string): readonly Entry[] {
  return recent.get(workspaceId) ?? [];
}
