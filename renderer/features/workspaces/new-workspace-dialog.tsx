import { Cable, FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { openOverlay } from '../../data/overlay-store.ts';
import { useSession } from '../../data/session/session-query.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { NewWorkspaceForm } from './new-workspace-form.tsx';
import { useSwitchWorkspace } from './use-switch-workspace.tsx';
import { openDemo } from './workspace-actions.ts';

/** Creates a local workspace, or offers to connect to a remote service or to open the demo instead. */
export function NewWorkspaceDialog({ onClose }: { readonly onClose: () => void }) {
  const isDemoOpen = useSession().workspace?.kind === 'demo';
  const [isOpening, setOpening] = useState(false);
  const { switchTo, confirmDialog } = useSwitchWorkspace();
  const tryDemo = async () => {
    setOpening(true);
    try {
      await openDemo();
      onClose();
    } finally {
      setOpening(false);
    }
  };
  return (
    <>
      <Dialog
        title="New workspace"
        description="A workspace contains the data of one organization. A local one is stored in one file on this computer."
        onClose={onClose}
      >
        <NewWorkspaceForm onCancel={onClose} onCreated={onClose}>
          <section aria-label="Other workspaces" className="flex flex-col items-start gap-2 border-t border-line pt-3">
            <p className="text-muted">
              {isDemoOpen
                ? 'Or work with an organization on a remote service:'
                : 'Or work with an organization on a remote service, or with a sample company:'}
            </p>
            <div className="flex flex-wrap gap-2">
              <Button icon={<Cable aria-hidden size={14} />} onClick={() => openOverlay('connect-workspace')}>
                Connect to a remote service…
              </Button>
              {!isDemoOpen && (
                <Button
                  icon={<FlaskConical aria-hidden size={14} />}
                  aria-busy={isOpening}
                  onClick={() => void switchTo(tryDemo)}
                >
                  Open the demo
                </Button>
              )}
            </div>
          </section>
        </NewWorkspaceForm>
      </Dialog>
      {confirmDialog}
    </>
  );
}
