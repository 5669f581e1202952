import { Dialog } from '../ui/dialog.tsx';
import { NewWorkspaceForm } from './new-workspace-form.tsx';

export function NewWorkspaceDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog
      title="New local workspace"
      description="One organization with its documents, kept in one file on this computer."
      onClose={onClose}
    >
      <NewWorkspaceForm onCancel={onClose} onCreated={onClose} />
    </Dialog>
  );
}
