import { useState } from 'react';
import type { NewConnection } from '../../../shared/workspaces/connection.ts';
import { useSession } from '../../data/session/session-query.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { ConnectForm } from './connect-form.tsx';
import { LinkPreviewDialog } from './link-preview-dialog.tsx';
import { useConnectForm } from './use-connect-form.ts';

const labels = {
  connect: 'Continue',
  connecting: 'Continue',
  connectAnyway: 'Continue without check',
} as const;

/** Links the open local workspace: asks for the remote, checks the connection, and shows what would be sent. */
export function LinkDialog({ onClose }: { readonly onClose: () => void }) {
  const { workspace } = useSession();
  const [connection, setConnection] = useState<NewConnection | null>(null);
  const form = useConnectForm(() => {}, {
    workspaceName: workspace?.name,
    onConnect: async (checked) => setConnection(checked.connection),
  });
  if (connection)
    return <LinkPreviewDialog connection={connection} onBack={() => setConnection(null)} onClose={onClose} />;
  return (
    <Dialog
      title="Link to a remote service"
      description={`“${workspace?.name ?? ''}” becomes a copy of an organization on a remote service. You see what is sent before anything is sent.`}
      isWide
      onClose={onClose}
    >
      <ConnectForm
        form={form}
        hasName={false}
        labels={labels}
        onConnectAnyway={() => void form.connect()}
        onClose={onClose}
      />
    </Dialog>
  );
}
