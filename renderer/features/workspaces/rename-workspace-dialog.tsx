import { useState } from 'react';
import { limits } from '../../../shared/contract/limits.ts';
import type { Workspace } from '../../../shared/workspaces/workspaces.ts';
import { toPlainLine } from '../../../shared/text/plain-text.ts';
import { formatError } from '../../format/format-error.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { useBusy } from '../../ui/feedback/use-busy.ts';
import { useIsMounted } from '../../ui/page/use-is-mounted.ts';
import { renameWorkspace } from './workspace-actions.ts';
import { showRequestError } from '../../data/show-request-error.ts';

type RenameWorkspaceDialogProps = { readonly workspace: Workspace; readonly onClose: () => void };

export function RenameWorkspaceDialog({ workspace, onClose }: RenameWorkspaceDialogProps) {
  const [name, setName] = useState(workspace.name);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, run] = useBusy();
  const isMounted = useIsMounted();
  const rename = async () => {
    const newName = toPlainLine(name);
    if (newName === '') return setError('Enter a name.');
    try {
      await renameWorkspace(workspace.workspace_id, newName);
      if (isMounted()) onClose();
    } catch (failure) {
      if (isMounted()) setError(formatError(failure));
      else showRequestError(`“${workspace.name}” was not renamed`, failure);
    }
  };
  return (
    <Dialog title="Rename workspace" onClose={onClose}>
      <DialogForm submitLabel="Rename" isBusy={isBusy} onSubmit={() => void run(rename)} onClose={onClose}>
        <Field
          label="Name"
          value={name}
          error={error}
          maxLength={limits.workspaceNameLength}
          autoComplete="off"
          onFocus={(event) => event.target.select()}
          onChange={(event) => setName(event.target.value)}
        />
      </DialogForm>
    </Dialog>
  );
}
