import { useState } from 'react';
import { v1Routes } from '../../shared/contract.ts';
import { limits } from '../../shared/limits.ts';
import { roleNames, roles, type Role } from '../../shared/roles.ts';
import { createFilledForm } from '../filled-form.ts';
import { tellError } from '../format/tell-error.ts';
import { v1 } from '../service.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { tellFailure } from '../ui/toasts.tsx';
import { useBusy } from '../ui/use-busy.ts';
import { useIsHere } from '../ui/use-is-here.ts';
import { refreshKeys } from './keys-query.ts';
import { useIssue } from './use-issue.ts';

const options = roles.map((value) => ({ value, label: roleNames[value] }));

/** Outlives the dialog: a key whose answer was lost is not made a second time. */
const filledForm = createFilledForm();

/** Asks what the key is for and what it may do. */
export function MakeKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, run] = useBusy();
  const watchPlace = useIsHere();
  const issue = useIssue();
  const make = async () => {
    if (name.trim() === '') return setFault('The name is empty.');
    const isHere = watchPlace();
    const key = { name: name.trim(), role };
    try {
      const headers = { 'Idempotency-Key': filledForm.keyFor(key) };
      const issued = await v1(v1Routes.createApiKey, { json: key, headers });
      filledForm.forget();
      refreshKeys();
      if (isHere()) onClose();
      issue(issued, `“${key.name}” was made`);
    } catch (error) {
      const outcome = filledForm.fail(error) ? 'was not made' : 'may not have been made';
      if (isHere()) setFault(tellError(error));
      else tellFailure(`The key “${key.name}” ${outcome}`, tellError(error));
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
          options={options}
          hint="It can do what this role can, and nothing else. The role cannot be changed later."
          onChange={setRole}
        />
        <DialogActions>
          <Button size="large" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look="primary" size="large" aria-busy={isBusy}>
            Make the key
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
