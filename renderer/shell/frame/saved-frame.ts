import { useEffect } from 'react';
import { useLoadedSettings } from '../../data/settings-query.ts';

const storageKey = 'switchboard.frame';

/** The setting of the sidebar. */
export type SavedFrame = 'expanded' | 'collapsed';

/** Returns how the frame looked when it was last shown, or null if no workspace was open. Contains nothing of the workspace. */
export function readSavedFrame(): SavedFrame | null {
  const saved = localStorage.getItem(storageKey);
  return saved === 'expanded' || saved === 'collapsed' ? saved : null;
}

/** Saves how the frame looks, for the next start. */
export function useSavedFrame(): void {
  const sidebar = useLoadedSettings()?.sidebar;
  useEffect(() => {
    if (sidebar !== undefined) localStorage.setItem(storageKey, sidebar);
  }, [sidebar]);
}

export function forgetSavedFrame(): void {
  localStorage.removeItem(storageKey);
}
