import { useNavigate, type LinkProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { findItemParameter, type AppLink } from '../../shared/window/app-link.ts';
import type { OpenedItem } from '../../shared/window/bridge.ts';
import type { RestoreSource } from '../features/backups/public.ts';
import { bridge } from '../data/bridge.ts';
import { showErrorToast } from '../ui/feedback/toasts.ts';

/**
 * Opens the view of a `switchboard:` link, adds files that are opened with the application to the knowledge base, and opens the
 * dialog that restores a backup.
 */
export function useOpenedItems(addFiles: (files: File[]) => void, openBackup: (source: RestoreSource) => void): void {
  const navigate = useNavigate();
  useEffect(
    () =>
      bridge.onOpenItem(['link', 'files', 'backup'], (item) => {
        if (item.kind === 'link') void navigate(toLocation(item.link));
        else if (item.kind === 'files') void readFiles(item).then(addFiles);
        else openBackup({ kind: 'opened', token: item.token });
      }),
    [navigate, addFiles, openBackup],
  );
}

/** Opens the dialog that restores a backup while no workspace is open. Links and documents wait for a workspace. */
export function useOpenedBackups(openBackup: (source: RestoreSource) => void): void {
  useEffect(
    () =>
      bridge.onOpenItem(['backup'], (item) => {
        if (item.kind === 'backup') openBackup({ kind: 'opened', token: item.token });
      }),
    [openBackup],
  );
}

export function toLocation({ view, id, seconds }: AppLink): Pick<LinkProps, 'to' | 'params' | 'search'> {
  if (id === null) return { to: `/${view}` };
  if (view === 'calls') return { to: '/calls/$callId', params: { callId: id }, search: { t: seconds ?? 0 } };
  const parameter = findItemParameter(view, id);
  return { to: `/${view}`, ...(parameter !== null && { search: { [parameter]: id } }) };
}

async function readFiles({ files }: Extract<OpenedItem, { readonly kind: 'files' }>): Promise<File[]> {
  const read = await Promise.all(
    files.map(async ({ token, name }) => {
      const bytes = await bridge.readOpenedFile(token);
      if (bytes === null) {
        showErrorToast(`“${name}” was not added`, 'It is larger than 20 MB, or it was moved or deleted.');
        return [];
      }
      return [new File([bytes], name)];
    }),
  );
  return read.flat();
}
