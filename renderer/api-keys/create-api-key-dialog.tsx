import { useState } from 'react';
import { v1Routes } from '../../shared/contract.ts';
import { limits } from '../../shared/limits.ts';
import { roleNames, roles, type Role } from '../../shared/roles.ts';
import { createIdempotencyKeyStore } from '../idempotency-key-store.ts';
import { formatError } from '../format/format-error.ts';
import { v1 } from '../service-clients.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { showErrorToast } from '../ui/toasts.tsx';
import { useBusy } from '../ui/use-busy.ts';
import { useIsSameLocation } from '../ui/use-is-same-location.ts';
import { refreshKeys } from './keys-query.ts';
import { useShowIssuedKey } from './issued-keys-store.ts';

const roleOptions = roles.map((value) => ({ value, label: roleNames[value] }));

/** Outlives the dialog: a key whose answer was lost is not made a second time. */
const filledForm = createIdempotencyKeyStore();

/** Asks what the key is for and what it may do. */
export function CreateApiKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, run] = useBusy();
  const watchPlace = useIsSameLocation();
  const issue = useShowIssuedKey();
  const make = async () => {
    if (name.trim() === '') return setFault('The name is empty.');
    const isHere = watchPlace();
    const key = { name: name.trim(), role };
    try {
      const headers = { 'Idempotency-Key': filledForm.getKey(key) };
      const issued = await v1(v1Routes.createApiKey, { json: key, headers });
      filledForm.reset();
      refreshKeys();
      if (isHere()) onClose();
      issue(issued, `“${key.name}” was made`);
    } catch (error) {
      const outcome = filledForm.handleFailure(error) ? 'was not made' : 'may not have been made';
      if (isHere()) setFault(formatError(error));
      else showErrorToast(`The key “${key.name}” ${outcome}`, formatError(error));
    }
  };
  return (
    <Dialog title="Make a key" onClose={onClose}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void run(make);
        }}
      >
        <Field
          label="Name"
          hint="What will use it: “Nightly export”, say."
          value={name}
          error={fault}
          maxLength={limits.apiKeyNameLength}
          autoComplete="off"
          onChange={(event) => {
            setName(event.target.value);
            setFault(null);
          }}
        />
        <Select
          label="Role"
          value={role}
          options={roleOptions}
          hint="It can do what this role can, and nothing else. The role cannot be changed later."
          onChange={setRole}
        />
        <DialogActions>
          <Button size="large" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" size="large" aria-busy={isBusy}>
            Make the key
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
