import { useCallback } from 'react';
import { Button } from '../../ui/buttons/button.tsx';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import type { IssuedKey } from './issued-keys-store.ts';

type SecretDialogProps = { readonly issuedKey: IssuedKey; readonly onClose: () => void };

/** Shows a new secret once. Only the Done button closes it, so that Esc or a click outside does not lose the secret. */
export function SecretDialog({ issuedKey: { name, secret, hint }, onClose }: SecretDialogProps) {
  /** Removes the text with the element: the browser can keep removed elements in memory for a while. */
  const showSecret = useCallback(
    (element: HTMLElement) => {
      element.textContent = secret?.read() ?? '';
      return () => {
        element.textContent = '';
      };
    },
    [secret],
  );
  return (
    <Dialog
      title="Your new API key"
      role="alertdialog"
      onClose={() => {}}
      description={<p>Copy it now. You won’t be able to see it again.</p>}
    >
      <p className="font-medium">{name}</p>
      {secret === null ? (
        <p>
          The secret, which ends in {hint}, was in the first response to this request. Rotate the key to get a new one.
        </p>
      ) : (
        <div className="flex items-center gap-2 rounded-control bg-well px-3 py-2">
          <code
            ref={showSecret}
            aria-label="API key"
            className="min-w-0 flex-1 font-mono text-small break-all select-all"
          />
          <CopyButton text={secret.read} label="Copy API key" />
        </div>
      )}
      <DialogActions>
        <Button variant="primary" size="large" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
