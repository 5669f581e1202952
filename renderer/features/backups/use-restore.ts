import { useCallback, useEffect, useRef, useState } from 'react';
import type { Backup, BackupSummary } from '../../../shared/workspaces/backups.ts';
import type { Workspace } from '../../../shared/workspaces/workspaces.ts';
import { formatError } from '../../format/format-error.ts';
import { findUnfinishedWork } from '../../data/session/workspace-parts.ts';
import { openInWorkspace, openWorkspace } from '../workspaces/public.ts';
import { showActionToast, showErrorToast, showToast } from '../../ui/feedback/toasts.ts';
import { useIsMounted } from '../../ui/page/use-is-mounted.ts';
import {
  discardUpload,
  isCanceled,
  isPassphraseProblem,
  previewBackup,
  restoreBackup,
  uploadBackup,
  uploadOpenedBackup,
} from './backup-actions.ts';
import type { RestoreSource } from './restore-store.ts';

export type RestoreState =
  | { readonly name: 'choosing'; readonly failure: string | null }
  | { readonly name: 'opening' }
  | { readonly name: 'locked'; readonly backup: Backup; readonly error: string | null }
  | {
      readonly name: 'ready';
      readonly backup: Backup;
      readonly passphrase: string | null;
      readonly summary: BackupSummary;
      readonly failure: string | null;
    }
  | { readonly name: 'restoring'; readonly summary: BackupSummary };

export type Restore = {
  readonly state: RestoreState;
  readonly choose: (source: RestoreSource) => void;
  readonly unlock: (backup: Backup, passphrase: string) => Promise<void>;
  readonly restore: () => Promise<void>;
};

const toChoosing = (error: unknown): RestoreState => ({
  name: 'choosing',
  failure: isCanceled(error) ? null : formatError(error),
});

/** Opens the source, previews it and restores it. A restore continues if the dialog is closed. */
export function useRestore(source: RestoreSource | null, onClose: () => void): Restore {
  const [state, setState] = useState<RestoreState>(source ? { name: 'opening' } : { name: 'choosing', failure: null });
  const isMounted = useIsMounted();
  const upload = useRef<Backup | null>(null);

  const preview = useCallback(async (backup: Backup, passphrase: string | null) => {
    try {
      const summary = await previewBackup(backup, passphrase);
      setState({ name: 'ready', backup, passphrase, summary, failure: null });
    } catch (error) {
      if (!isPassphraseProblem(error)) setState(toChoosing(error));
      else setState({ name: 'locked', backup, error: passphrase === null ? null : formatError(error) });
    }
  }, []);

  const choose = useCallback(
    async (chosen: RestoreSource) => {
      setState({ name: 'opening' });
      try {
        if (chosen.kind === 'backup') return await preview(chosen.backup, null);
        const uploaded = await (chosen.kind === 'file' ? uploadBackup(chosen.file) : uploadOpenedBackup(chosen.token));
        if (!isMounted()) return discardUpload(uploaded);
        upload.current = uploaded;
        await preview(uploaded, null);
      } catch (error) {
        setState(toChoosing(error));
      }
    },
    [preview, isMounted],
  );

  const restore = async () => {
    if (state.name !== 'ready') return;
    const { backup, passphrase, summary } = state;
    setState({ name: 'restoring', summary });
    upload.current = null; // the service removes it after the restore
    try {
      const workspace = await restoreBackup(backup, passphrase);
      const isDialogOpen = isMounted();
      if (isDialogOpen) onClose();
      await showRestored(workspace, isDialogOpen);
    } catch (error) {
      const failure = isCanceled(error) ? null : formatError(error);
      if (isMounted()) setState({ ...state, failure });
      else if (failure !== null) showErrorToast(`“${summary.workspace_name}” was not restored`, failure);
    }
  };

  // A file that is opened while the dialog is open replaces the source. In development, React runs the effect twice.
  const chosenSource = useRef<RestoreSource | null>(null);
  useEffect(() => {
    if (source && source !== chosenSource.current) void choose(source);
    chosenSource.current = source;
  }, [source, choose]);
  useEffect(
    () => () => {
      if (upload.current) discardUpload(upload.current);
    },
    [],
  );
  return { state, choose: (chosen) => void choose(chosen), unlock: preview, restore };
}

/** Opens the workspace, unless the user does something else by now. */
async function showRestored({ workspace_id, name }: Workspace, isAwaited: boolean): Promise<void> {
  const title = `“${name}” was restored`;
  if (!isAwaited || findUnfinishedWork() !== null)
    return showActionToast(title, 'Open', () => openInWorkspace(workspace_id, '/overview'));
  await openWorkspace(workspace_id).catch((error: unknown) =>
    showErrorToast(`“${name}” could not be opened`, formatError(error)),
  );
  showToast(title);
}
