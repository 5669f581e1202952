import type { ApiKeyWithSecret } from '../../shared/api-keys.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';

type SecretDialogProps = { readonly issuedKey: ApiKeyWithSecret; readonly onClose: () => void };

/** Shows a secret the one time that it is known; only its own button closes it. */
export function SecretDialog({ issuedKey: { name, secret, hint }, onClose }: SecretDialogProps) {
  return (
    <Dialog
      title={`The secret of “${name}”`}
      role="alertdialog"
      onClose={() => {}}
      description={<p>It is shown this once and kept nowhere. Store it where the program that uses it will find it.</p>}
    >
      {secret === null ? (
        <p>The first answer to this request gave the secret, which ends in {hint}. Rotate the key for another one.</p>
      ) : (
        <div className="flex items-center gap-2 rounded-control bg-well px-3 py-2">
          <code aria-label="Secret" className="min-w-0 flex-1 font-mono text-small break-all select-all">
            {secret}
          </code>
          <CopyButton text={secret} label="Copy the secret" />
        </div>
      )}
      <DialogActions>
        <Button variant="primary" size="large" onClick={onClose}>
          I have stored it
        </Button>
      </DialogActions>
    </Dialog>
  );
}
