import type { Connection } from '../../../shared/workspaces/connection.ts';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { formatCount } from '../../format/format-number.ts';
import { showRequestError } from '../../data/show-request-error.ts';
import { app } from '../../data/service-clients.ts';
import { useSession } from '../../data/session/session-query.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { useSwitchWorkspace, changeWorkspace } from '../workspaces/public.ts';
import { findHost } from './connection-draft.ts';

type UnlinkDialogProps = { readonly connection: Connection; readonly onClose: () => void };

/** Confirms that a linked workspace becomes a local one, and that uploads stop. */
export function UnlinkDialog({ connection, onClose }: UnlinkDialogProps) {
  const { workspace } = useSession();
  const { switchTo, confirmDialog } = useSwitchWorkspace({ confirmLabel: 'Stop and unlink' });
  const host = findHost(connection.base_url);
  const unlink = async () => {
    try {
      const { canceled } = await changeWorkspace(() => app(appRoutes.unlinkWorkspace, {}));
      const changes = `${formatCount(canceled, 'change')} ${canceled === 1 ? 'was' : 'were'}`;
      showToast(canceled === 0 ? `Unlinked from ${host}` : `Unlinked from ${host}. ${changes} canceled.`);
    } catch (error) {
      showRequestError('The workspace was not unlinked', error);
    }
    onClose();
  };
  if (confirmDialog) return confirmDialog;
  return (
    <ConfirmDialog title="Unlink workspace" onConfirm={() => switchTo(unlink)} onClose={onClose}>
      <p>
        <strong className="font-medium text-ink">{workspace?.name}</strong> becomes a local workspace. All documents,
        calls, recordings, invoices and activity that were fetched are kept, and nothing changes at {host}.
      </p>
      <p>
        Changes that were not sent are canceled, and the API key is removed from the keychain. To link the organization
        again, connect to it in a new workspace.
      </p>
    </ConfirmDialog>
  );
}
