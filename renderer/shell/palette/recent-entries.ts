import type { PaletteEntry } from '../../data/palette-entry.ts';

const maxRecentEntries = 5;

/** The entries chosen in each workspace since the window was opened, most recent first. */
const recentByWorkspace = new Map<string, readonly PaletteEntry[]>();

export function addRecentEntry(workspaceId: string, entry: PaletteEntry): void {
  const others = getRecentEntries(workspaceId).filter(({ id }) => id !== entry.id);
  recentByWorkspace.set(workspaceId, [entry, ...others].slice(0, maxRecentEntries));
}

export function getRecentEntries(workspaceId: string): readonly PaletteEntry[] {
  return recentByWorkspace.get(workspaceId) ?? [];
}
