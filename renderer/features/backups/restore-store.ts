import { create } from 'zustand';
import type { Backup } from '../../../shared/workspaces/backups.ts';
import { openOverlay } from '../../data/overlay-store.ts';

/** A backup of the list, a file that the user chose, or one that was opened with the application. */
export type RestoreSource =
  | { readonly kind: 'backup'; readonly backup: Backup }
  | { readonly kind: 'file'; readonly file: File }
  | { readonly kind: 'opened'; readonly token: string };

export const useRestoreSource = create<{ readonly source: RestoreSource | null }>(() => ({ source: null }));

/** Opens the dialog that restores a backup; without a source, it asks for one. */
export function openRestoreDialog(source: RestoreSource | null): void {
  useRestoreSource.setState({ source });
  openOverlay('restore-backup');
}
