import { useState } from 'react';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { useSwitchWorkspace } from '../workspaces/public.ts';
import { ConnectForm } from './connect-form.tsx';
import { findHost } from './connection-draft.ts';
import { useConnectForm } from './use-connect-form.ts';

const labels = {
  connect: 'Connect',
  connecting: 'Connecting…',
  connectAnyway: 'Connect without check…',
} as const;

/** Asks for a remote service, checks the connection to it, and creates a linked workspace. */
export function ConnectDialog({ onClose }: { readonly onClose: () => void }) {
  const { switchTo, confirmDialog } = useSwitchWorkspace();
  const form = useConnectForm(onClose, { confirm: switchTo });
  const [isConfirming, setConfirming] = useState(false);
  const connectWithoutCheck = async () => {
    await form.connect();
    setConfirming(false);
  };
  if (confirmDialog) return confirmDialog;
  if (isConfirming)
    return (
      <ConfirmDialog
        title="Connect without a check"
        confirmLabel="Connect without check"
        isNonDestructive
        onConfirm={connectWithoutCheck}
        onClose={() => setConfirming(false)}
      >
        <p>
          <strong className="font-medium text-ink">{findHost(form.draft.baseUrl)}</strong> could not be checked, so its
          address, the organization ID and the API key may be wrong.
        </p>
        <p>The workspace is created now. It syncs as soon as the remote can be reached.</p>
      </ConfirmDialog>
    );
  return (
    <Dialog
      title="Connect to a remote service"
      description="The workspace is a copy of an organization on a remote service. You can use it offline: changes are sent when the remote can be reached."
      isWide
      onClose={onClose}
    >
      <ConnectForm
        form={form}
        labels={labels}
        onConnectAnyway={() => form.validate() && setConfirming(true)}
        onClose={onClose}
      />
    </Dialog>
  );
}
