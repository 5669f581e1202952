import { useState } from 'react';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { useSwitchWorkspace } from '../workspaces/public.ts';
import { ConnectForm } from './connect-form.tsx';
import { findHost } from './connection-draft.ts';
import { InvitationForm } from './invitation-form.tsx';
import { useConnectForm } from './use-connect-form.ts';
import { useInvitationForm } from './use-invitation-form.ts';

const labels = {
  connect: 'Connect',
  connecting: 'Connecting…',
  connectAnyway: 'Connect without check…',
} as const;

type ConnectDialogProps = {
  /** Whether the invitation is asked for at first, instead of an API key. */
  readonly hasInvitation?: boolean;
  readonly onClose: () => void;
};

/** Asks for a remote service with an API key or an invitation, and creates a linked workspace. */
export function ConnectDialog({ hasInvitation = false, onClose }: ConnectDialogProps) {
  const [usesInvitation, setUsesInvitation] = useState(hasInvitation);
  const { switchTo, confirmDialog } = useSwitchWorkspace();
  const form = useConnectForm(onClose, { confirm: switchTo });
  const invitationForm = useInvitationForm(onClose, switchTo);
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
      {usesInvitation ? (
        <InvitationForm form={invitationForm} onUseKey={() => setUsesInvitation(false)} onClose={onClose} />
      ) : (
        <ConnectForm
          form={form}
          labels={labels}
          onConnectAnyway={() => form.validate() && setConfirming(true)}
          onUseInvitation={() => setUsesInvitation(true)}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

export function AcceptInvitationDialog({ onClose }: Pick<ConnectDialogProps, 'onClose'>) {
  return <ConnectDialog hasInvitation onClose={onClose} />;
}
