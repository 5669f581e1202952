import type { Connection, UnlinkResult } from '../../../shared/workspaces/connection.ts';
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
      const result = await changeWorkspace(() => app(appRoutes.unlinkWorkspace, {}));
      showToast([`Unlinked from ${host}`, ...describeChanges(result)].join('. '));
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
        Changes that were not sent are canceled: their documents are processed on this computer. A change that is being
        sent may still be made by {host}. The agents that the link archived are active again, and the API key is removed
        from the keychain. To link the organization again, connect to it in a new workspace.
      </p>
    </ConfirmDialog>
  );
}

/** Returns a sentence about the changes that were canceled, and one about those that may have been made. */
function describeChanges({ canceled, unknown }: UnlinkResult): readonly string[] {
  const wasCanceled = `${formatCount(canceled, 'change')} ${canceled === 1 ? 'was' : 'were'} canceled`;
  const mayBeMade = `${formatCount(unknown, 'change')} may have been made`;
  const sentences = [...(canceled > 0 ? [wasCanceled] : []), ...(unknown > 0 ? [`${mayBeMade} by the remote`] : [])];
  return sentences.length === 0 ? [] : [`${sentences.join('. ')}.`];
}
