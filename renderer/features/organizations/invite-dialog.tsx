import { useState } from 'react';
import { roleNames, roles, type Role } from '../../../shared/contract/roles.ts';
import { newMemberSchema } from '../../../shared/organization/members.ts';
import { toPlainLine } from '../../../shared/text/plain-text.ts';
import { useCapabilities } from '../connection/public.ts';
import { createIdempotencyKeyStore } from '../../data/idempotency-key-store.ts';
import { formatError } from '../../format/format-error.ts';
import { useSession } from '../../data/session/session-query.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { useBusy } from '../../ui/feedback/use-busy.ts';
import { InvitationDialog } from './invitation-dialog.tsx';
import { inviteMember, type ShownInvitation } from './member-actions.ts';
import { UnreachableNote } from './unreachable-note.tsx';

/** Invites a member, or says how, if the remote of a linked workspace does not list the route. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const { workspace } = useSession();
  const capabilities = useCapabilities();
  const isRequested = workspace?.kind === 'linked' && !capabilities?.members;
  return isRequested ? <RequestInvite onClose={onClose} /> : <InviteForm onClose={onClose} />;
}

const roleOptions = roles.map((value) => ({ value, label: roleNames[value] }));

/** Returns the fields of a new member, and what is entered. */
function useMemberFields(roleHint?: string) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const [error, setError] = useState<string | null>(null);
  const fields = (
    <>
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
      <Select label="Role" value={role} options={roleOptions} hint={roleHint} onChange={setRole} />
    </>
  );
  return { email, role, setError, fields };
}

/** Writes the request that an administrator of the remote needs. */
function RequestInvite({ onClose }: { readonly onClose: () => void }) {
  const { workspace, org_id } = useSession();
  const { email, role, setError, fields } = useMemberFields();
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
        {fields}
      </DialogForm>
    </Dialog>
  );
}

/** Outlives the dialog, so that an invitation whose response was lost is not created twice. */
const idempotencyKeys = createIdempotencyKeyStore();

/** Invites a person to this workspace or its remote, and shows the invitation to send. */
function InviteForm({ onClose }: { readonly onClose: () => void }) {
  const { org_id } = useSession();
  const { email, role, setError, fields } = useMemberFields('You can change the role later.');
  const [invitation, setInvitation] = useState<ShownInvitation | null>(null);
  const [isBusy, run] = useBusy();
  const invite = async () => {
    const parsed = newMemberSchema.safeParse({ email, role });
    if (!parsed.success) return setError(parsed.error.issues[0]?.message ?? null);
    try {
      const headers = { 'Idempotency-Key': idempotencyKeys.getKey(parsed.data) };
      setInvitation(await inviteMember(org_id ?? '', parsed.data, headers));
      idempotencyKeys.reset();
    } catch (failure) {
      idempotencyKeys.handleFailure(failure);
      setError(formatError(failure));
    }
  };
  if (invitation) return <InvitationDialog invitation={invitation} onClose={onClose} />;
  return (
    <Dialog
      title="Invite a member"
      description={
        <>
          <p>
            No email is sent: you get an invitation to pass on. The person can accept it once, and gets an API key of
            their own.
          </p>
          <UnreachableNote />
        </>
      }
      onClose={onClose}
    >
      <DialogForm submitLabel="Create invitation" isBusy={isBusy} onSubmit={() => void run(invite)} onClose={onClose}>
        {fields}
      </DialogForm>
    </Dialog>
  );
}
