import type { PaletteEntry } from './palette-entry.ts';

/** As many as are offered before anything was typed. */
const maxRecentEntries = 5;

/** What was chosen in each workspace since the window was opened, latest first. */
const recentByWorkspace = new Map<string, readonly PaletteEntry[]>();

export function addRecentEntry(workspaceId: string, entry: PaletteEntry): void {
  const others = getRecentEntries(workspaceId).filter(({ id }) => id !== entry.id);
  recentByWorkspace.set(workspaceId, [entry, ...others].slice(0, maxRecentEntries));
}

export function getRecentEntries(workspaceId: string): readonly PaletteEntry[] {
  return recentByWorkspace.get(workspaceId) ?? [];
}
