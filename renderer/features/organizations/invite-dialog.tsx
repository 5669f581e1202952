import { Cable, KeyRound } from 'lucide-react';
import { useState } from 'react';
import { roleNames, roles, type Role } from '../../../shared/contract/roles.ts';
import { toPlainLine } from '../../../shared/text/plain-text.ts';
import { useSession } from '../../data/session/session-query.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { useCommand } from '../../ui/commands/command-context.tsx';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';

/** Says how somebody becomes a member: the remote invites members, and a local workspace has no accounts. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const { workspace } = useSession();
  return workspace?.kind === 'linked' ? <RequestInvite onClose={onClose} /> : <LocalInvite onClose={onClose} />;
}

const roleOptions = roles.map((value) => ({ value, label: roleNames[value] }));

/** Writes the request that an administrator of the remote needs. */
function RequestInvite({ onClose }: { readonly onClose: () => void }) {
  const { workspace, org_id } = useSession();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const [error, setError] = useState<string | null>(null);
  const copy = async () => {
    const address = toPlainLine(email);
    if (!/^\S+@\S+$/.test(address)) return setError('Enter an email address.');
    await navigator.clipboard.writeText(
      `Please invite ${address} to ${workspace?.name ?? ''} (${org_id ?? ''}) with the role ${roleNames[role]}.`,
    );
    showToast('Copied invite request');
    onClose();
  };
  return (
    <Dialog
      title="Invite a member"
      description={`Members are invited on ${workspace?.remote_host ?? 'the remote'}. Send this request to an administrator there.`}
      onClose={onClose}
    >
      <DialogForm submitLabel="Copy request" onSubmit={() => void copy()} onClose={onClose}>
        <Field
          label="Email"
          type="email"
          value={email}
          error={error}
          autoComplete="off"
          onChange={(event) => {
            setEmail(event.target.value);
            setError(null);
          }}
        />
        <Select label="Role" value={role} options={roleOptions} onChange={setRole} />
      </DialogForm>
    </Dialog>
  );
}

/** Offers what gives other people access. */
function LocalInvite({ onClose }: { readonly onClose: () => void }) {
  const createKey = useCommand('create-api-key');
  const connect = useCommand('connect-workspace');
  return (
    <Dialog
      title="Invite a member"
      description={
        <>
          <p>This workspace is on this computer only, so nobody can be invited to it.</p>
          <p>
            To work with other people, connect to a remote service. To give another program on this computer access,
            create an API key with a role.
          </p>
        </>
      }
      onClose={onClose}
    >
      <DialogActions>
        <Button size="large" onClick={onClose}>
          Cancel
        </Button>
        <Button
          size="large"
          icon={<KeyRound aria-hidden size={14} />}
          disabledReason={createKey.disabledReason}
          onClick={() => {
            onClose();
            createKey.run();
          }}
        >
          Create API key…
        </Button>
        <Button
          variant="primary"
          size="large"
          icon={<Cable aria-hidden size={14} />}
          disabledReason={connect.disabledReason}
          onClick={connect.run}
        >
          Connect…
        </Button>
      </DialogActions>
    </Dialog>
  );
}
