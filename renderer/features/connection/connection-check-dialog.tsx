import { useEffect, useState } from 'react';
import type { ConnectionCheck } from '../../../shared/workspaces/connection.ts';
import { formatError } from '../../format/format-error.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { CheckResult } from './check-result.tsx';
import { checkConnection, updateConnection } from './connection-query.ts';

type CheckState =
  | { readonly status: 'checking' }
  | { readonly status: 'checked'; readonly check: ConnectionCheck }
  | { readonly status: 'failed'; readonly message: string };

/** Checks the connection of the open workspace as soon as it opens. */
export function ConnectionCheckDialog({ onClose }: { readonly onClose: () => void }) {
  const [state, setState] = useState<CheckState>({ status: 'checking' });
  const [run, setRun] = useState<{ readonly certificateSha256?: string }>({});
  useEffect(() => {
    const controller = new AbortController();
    const check = async (): Promise<CheckState> => {
      try {
        if (run.certificateSha256 !== undefined) await updateConnection({ certificate_sha256: run.certificateSha256 });
        return { status: 'checked', check: await checkConnection(controller.signal) };
      } catch (error) {
        return { status: 'failed', message: formatError(error) };
      }
    };
    void check().then((result) => !controller.signal.aborted && setState(result));
    return () => controller.abort();
  }, [run]);
  const restart = (next: typeof run) => {
    setState({ status: 'checking' });
    setRun(next);
  };
  return (
    <Dialog title="Check connection" isWide onClose={onClose}>
      {state.status === 'checking' && (
        <p role="status" className="text-muted">
          Checking…
        </p>
      )}
      {state.status === 'failed' && (
        <p role="alert" className="text-bad">
          {state.message}
        </p>
      )}
      {state.status === 'checked' && (
        <CheckResult check={state.check} onTrust={(certificateSha256) => restart({ certificateSha256 })} />
      )}
      <DialogActions>
        <Button
          size="large"
          disabledReason={state.status === 'checking' ? 'Wait until the check has finished.' : null}
          onClick={() => restart({})}
        >
          Check again
        </Button>
        <Button variant="primary" size="large" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
