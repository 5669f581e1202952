import { useState } from 'react';
import { v1Routes } from '../../../shared/contract/contract.ts';
import { limits } from '../../../shared/contract/limits.ts';
import { roleNames, roles, type Role } from '../../../shared/contract/roles.ts';
import { toPlainLine } from '../../../shared/text/plain-text.ts';
import { createIdempotencyKeyStore } from '../../data/idempotency-key-store.ts';
import { formatError } from '../../format/format-error.ts';
import { v1 } from '../../data/service-clients.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { showErrorToast } from '../../ui/feedback/toasts.ts';
import { useBusy } from '../../ui/feedback/use-busy.ts';
import { useCaptureLocation } from '../../ui/focus/use-capture-location.ts';
import { refreshKeys } from './keys-query.ts';
import { useShowIssuedKey } from './issued-keys-store.ts';

const roleOptions = roles.map((value) => ({ value, label: roleNames[value] }));

/** Outlives the dialog, so that a key whose response was lost is not created twice. */
const idempotencyKeys = createIdempotencyKeyStore();

/** Asks for the name and the role of a new API key. */
export function CreateApiKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, run] = useBusy();
  const captureLocation = useCaptureLocation();
  const showIssuedKey = useShowIssuedKey();
  const create = async () => {
    const plainName = toPlainLine(name);
    if (plainName === '') return setError('Enter a name.');
    const isSameLocation = captureLocation();
    const key = { name: plainName, role };
    try {
      const headers = { 'Idempotency-Key': idempotencyKeys.getKey(key) };
      const issued = await v1(v1Routes.createApiKey, { json: key, headers });
      idempotencyKeys.reset();
      refreshKeys();
      if (isSameLocation()) onClose();
      showIssuedKey(issued, `API key “${key.name}” created`);
    } catch (failure) {
      const outcome = idempotencyKeys.handleFailure(failure) ? 'was not created' : 'may not have been created';
      if (isSameLocation()) setError(formatError(failure));
      else showErrorToast(`The API key “${key.name}” ${outcome}`, formatError(failure));
    }
  };
  return (
    <Dialog title="Create API key" onClose={onClose}>
      <DialogForm submitLabel="Create API key" isBusy={isBusy} onSubmit={() => void run(create)} onClose={onClose}>
        <Field
          label="Name"
          hint="Name the program that uses the key, for example “Nightly export”."
          value={name}
          error={error}
          maxLength={limits.apiKeyNameLength}
          autoComplete="off"
          onChange={(event) => {
            setName(event.target.value);
            setError(null);
          }}
        />
        <Select
          label="Role"
          value={role}
          options={roleOptions}
          hint="The key has the permissions of this role. You can’t change the role later."
          onChange={setRole}
        />
      </DialogForm>
    </Dialog>
  );
}
