import { useState } from 'react';
import { appRoutes } from '../../../shared/contract/contract.ts';
import type { Connection } from '../../../shared/workspaces/connection.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import type { FieldErrors } from '../../ui/fields/field-errors.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { useBusy } from '../../ui/feedback/use-busy.ts';
import { BaseUrlField, HeaderFields } from './address-fields.tsx';
import { toConnectionErrors, toConnectionInput, toDraft, toSchemaErrors } from './connection-draft.ts';
import { updateConnection } from './connection-query.ts';

type EditConnectionDialogProps = { readonly connection: Connection; readonly onClose: () => void };

/** Changes the remote's address and the header of the API key. */
export function EditConnectionDialog({ connection, onClose }: EditConnectionDialogProps) {
  const [draft, setDraft] = useState(() => toDraft(connection));
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isBusy, run] = useBusy();
  const save = async () => {
    const { base_url, key_header, allow_http, certificate_sha256 } = toConnectionInput(draft);
    const change = appRoutes.updateConnection.json.safeParse({ base_url, key_header, allow_http, certificate_sha256 });
    setErrors(change.success ? {} : toSchemaErrors(change.error));
    if (!change.success) return;
    try {
      await updateConnection(change.data);
      onClose();
      showToast('Connection changed');
    } catch (error) {
      setErrors(toConnectionErrors(error));
    }
  };
  const fields = {
    draft,
    errors,
    onChange: (change: Partial<typeof draft>) => {
      setErrors({});
      setDraft({ ...draft, ...change });
    },
  };
  return (
    <Dialog
      title="Edit connection"
      description="Waiting changes are sent to the new address. To use another organization, connect to it in a new workspace."
      onClose={onClose}
    >
      <DialogForm
        submitLabel="Save connection"
        failure={errors['form']}
        isBusy={isBusy}
        onSubmit={() => void run(save)}
        onClose={onClose}
      >
        <BaseUrlField {...fields} />
        <HeaderFields {...fields} />
      </DialogForm>
    </Dialog>
  );
}
