import { useState } from 'react';
import type { Connection } from '../../../shared/workspaces/connection.ts';
import { toPlainToken } from '../../../shared/text/plain-text.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import type { FieldErrors } from '../../ui/fields/field-errors.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { useBusy } from '../../ui/feedback/use-busy.ts';
import { ApiKeyField } from './address-fields.tsx';
import { emptyConnection, findHost, toConnectionErrors } from './connection-draft.ts';
import { updateConnection } from './connection-query.ts';

type ReplaceKeyDialogProps = { readonly connection: Connection; readonly onClose: () => void };

/** Replaces the remote's API key, or enters one that is missing. */
export function ReplaceKeyDialog({ connection, onClose }: ReplaceKeyDialogProps) {
  const [draft, setDraft] = useState(emptyConnection);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isBusy, run] = useBusy();
  const isNew = connection.key_hint === null;
  const save = async () => {
    const apiKey = toPlainToken(draft.apiKey);
    if (apiKey === '') return setErrors({ api_key: 'Enter the API key.' });
    try {
      await updateConnection({ api_key: apiKey });
      onClose();
      showToast(isNew ? 'API key stored' : 'API key replaced');
    } catch (error) {
      setErrors(toConnectionErrors(error));
    }
  };
  const title = isNew ? 'Enter API key' : 'Replace API key';
  return (
    <Dialog
      title={title}
      description={`The key of ${findHost(connection.base_url)} for this workspace. Waiting changes are then sent with it.`}
      onClose={onClose}
    >
      <DialogForm
        submitLabel={isNew ? 'Store API key' : title}
        failure={errors['form']}
        isBusy={isBusy}
        onSubmit={() => void run(save)}
        onClose={onClose}
      >
        <ApiKeyField
          draft={draft}
          errors={errors}
          onChange={(change) => {
            setErrors({});
            setDraft({ ...draft, ...change });
          }}
        />
      </DialogForm>
    </Dialog>
  );
}
