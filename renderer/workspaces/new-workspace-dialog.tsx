import { Dialog } from '../ui/dialog.tsx';
import { NewWorkspaceForm } from './new-workspace-form.tsx';

export function NewWorkspaceDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog
      title="New local workspace"
      description="A workspace contains the data of one organization. It is stored in one file on this computer."
      onClose={onClose}
    >
      <NewWorkspaceForm onCancel={onClose} onCreated={onClose} />
    </Dialog>
  );
}
