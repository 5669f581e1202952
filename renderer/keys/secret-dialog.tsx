import type { IssuedKey } from '../../shared/api-keys.ts';
import { Button } from '../ui/button.tsx';
import { Copy } from '../ui/copy.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';

type SecretDialogProps = { readonly issued: IssuedKey; readonly onClose: () => void };

/** Shows a secret the one time that it is known; only its own button closes it. */
export function SecretDialog({ issued: { name, secret, hint }, onClose }: SecretDialogProps) {
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
          <Copy text={secret} label="Copy the secret" />
        </div>
      )}
      <DialogActions>
        <Button look="primary" size="large" onClick={onClose}>
          I have stored it
        </Button>
      </DialogActions>
    </Dialog>
  );
}
