import { useState } from 'react';
import type { IssuedKey } from '../../shared/api-keys.ts';
import { v1Routes } from '../../shared/contract.ts';
import { limits } from '../../shared/limits.ts';
import { roleNames, roles, type Role } from '../../shared/roles.ts';
import { tellError } from '../format/tell-error.ts';
import { v1 } from '../service.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { refreshKeys } from './keys-query.ts';

const options = roles.map((value) => ({ value, label: roleNames[value] }));

type MakeKeyDialogProps = { readonly onMade: (issued: IssuedKey) => void; readonly onClose: () => void };

/** Asks what the key is for and what it may do. */
export function MakeKeyDialog({ onMade, onClose }: MakeKeyDialogProps) {
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const make = async () => {
    if (isBusy) return;
    if (name.trim() === '') return setFault('The name is empty.');
    setBusy(true);
    try {
      const issued = await v1(v1Routes.createApiKey, { json: { name, role } });
      refreshKeys();
      onClose();
      onMade(issued);
    } catch (error) {
      setFault(tellError(error));
    }
    setBusy(false);
  };
  return (
    <Dialog title="Make a key" onClose={onClose}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void make();
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
