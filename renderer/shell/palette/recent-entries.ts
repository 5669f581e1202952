import { create } from 'zustand';
import type { PaletteEntry } from '../../data/palette-entry.ts';

const maxRecentEntries = 5;

/** The entries chosen in each workspace since the window was opened, most recent first. */
const useRecentEntries = create<Readonly<Record<string, readonly PaletteEntry[]>>>(() => ({}));

export function addRecentEntry(workspaceId: string, entry: PaletteEntry): void {
  const others = getRecentEntries(workspaceId).filter(({ id }) => id !== entry.id);
  useRecentEntries.setState({ [workspaceId]: [entry, ...others].slice(0, maxRecentEntries) });
}

export function getRecentEntries(workspaceId: string): readonly PaletteEntry[] {
  return useRecentEntries.getState()[workspaceId] ?? [];
}
