import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { emailSchema } from '../../../shared/organization/members.ts';
import { formatError } from '../../format/format-error.ts';
import { formatRole } from '../../format/format-role.ts';
import { createIdempotencyKeyStore } from '../../data/idempotency-key-store.ts';
import { app } from '../../data/service-clients.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { useIsLinked, useSession } from '../../data/session/session-query.ts';
import { refreshSession } from '../../data/session/change-role.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { useBusy } from '../../ui/feedback/use-busy.ts';
import { chooseMember } from './choose-member.ts';

const windowMembersQuery = queryOptions({
  queryKey: ['members', 'window'],
  queryFn: async ({ signal }) => (await app(appRoutes.listWindowMembers, { signal })).data,
});

/** No ID of a member has these forms. */
const [nobody, newMember] = ['-', '+'];

const idempotencyKeys = createIdempotencyKeyStore();

/** Chooses the member who uses the window, or adds one. */
export function ChooseMemberDialog({ onClose }: { readonly onClose: () => void }) {
  const { member } = useSession();
  const { data: members = [], isPending, error: listError } = useQuery(windowMembersQuery);
  const isLinked = useIsLinked();
  const addDisabledReason = useMissingPermission(appRoutes.addWindowMember);
  const canAdd = !isLinked && addDisabledReason === null;
  const [chosen, setChosen] = useState<string | null>(null);
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, run] = useBusy();
  const value = chosen ?? member?.user_id ?? (canAdd && !isPending && members.length === 0 ? newMember : nobody);
  const options = [
    { value: nobody, label: 'No member' },
    ...members.map(({ user_id, email: address, role }) => ({
      value: user_id,
      label: `${address} · ${formatRole(role)}`,
    })),
    ...(canAdd ? [{ value: newMember, label: 'Another person…' }] : []),
  ];
  const choose = async () => {
    setFailure(null);
    const parsed = emailSchema.safeParse(email);
    if (value === newMember && !parsed.success) return setError(parsed.error.issues[0]?.message ?? null);
    try {
      if (value === newMember) await addMember(parsed.data ?? '');
      else await chooseMember(value === nobody ? null : value);
      const name = value === newMember ? parsed.data : members.find(({ user_id }) => user_id === value)?.email;
      showToast(
        name === undefined ? 'Changes in this window will not show a name' : `This window is now used by ${name}`,
      );
      onClose();
    } catch (problem) {
      idempotencyKeys.handleFailure(problem);
      setFailure(formatError(problem));
    }
  };
  return (
    <Dialog
      title="Who uses this window?"
      description={
        <p>
          Notes, reviews, corrections and the activity show this name. The window has the role of the member, or a lower
          one.
        </p>
      }
      onClose={onClose}
    >
      <DialogForm
        submitLabel="Use this window"
        failure={failure ?? (listError && formatError(listError))}
        isBusy={isBusy}
        onSubmit={() => void run(choose)}
        onClose={onClose}
      >
        <Select label="Member" value={value} options={options} onChange={setChosen} />
        {value === newMember && (
          <Field
            label="Your email"
            type="email"
            hint="Added as a member with the role Admin. No email is sent."
            value={email}
            error={error}
            autoComplete="email"
            onChange={(event) => {
              setEmail(event.target.value);
              setError(null);
            }}
          />
        )}
      </DialogForm>
    </Dialog>
  );
}

async function addMember(email: string): Promise<void> {
  const headers = { 'Idempotency-Key': idempotencyKeys.getKey(email) };
  await app(appRoutes.addWindowMember, { json: { email }, headers });
  idempotencyKeys.reset();
  await refreshSession();
}
