import { useNavigate, type LinkProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { AppLink } from '../../shared/app-link.ts';
import type { OpenedItem } from '../../shared/bridge.ts';
import { bridge } from '../bridge.ts';
import { showErrorToast } from '../ui/toasts.tsx';

/** Opens the view of a `switchboard:` link, and adds files that are opened with the application to the knowledge base. */
export function useOpenedItems(addFiles: (files: File[]) => void): void {
  const navigate = useNavigate();
  useEffect(
    () =>
      bridge.onOpenItem((item) => {
        if (item.kind === 'link') void navigate(toLocation(item.link));
        else void readFiles(item).then(addFiles);
      }),
    [navigate, addFiles],
  );
}

export function toLocation({ view, id, seconds }: AppLink): Pick<LinkProps, 'to' | 'params' | 'search'> {
  if (id === null) return { to: `/${view}` };
  if (view === 'calls') return { to: '/calls/$callId', params: { callId: id }, search: { t: seconds ?? 0 } };
  if (view === 'knowledge') return { to: '/knowledge', search: { document: id } };
  if (view === 'agents') return { to: '/agents', search: { request: id } };
  if (view === 'billing') return { to: '/billing', search: { invoice: id } };
  if (view === 'keys') return { to: '/keys', search: { key: id } };
  return { to: `/${view}` };
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
