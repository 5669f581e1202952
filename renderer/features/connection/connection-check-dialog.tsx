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

type ConnectionChange = Parameters<typeof updateConnection>[0];

/** Checks the connection of the open workspace as soon as it opens. */
export function ConnectionCheckDialog({ onClose }: { readonly onClose: () => void }) {
  const [state, setState] = useState<CheckState>({ status: 'checking' });
  const [run, setRun] = useState<{ readonly change?: ConnectionChange }>({});
  useEffect(() => {
    const controller = new AbortController();
    const check = async (): Promise<CheckState> => {
      try {
        if (run.change) await updateConnection(run.change);
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
        <CheckResult
          check={state.check}
          onTrust={(sha256) => restart({ change: { certificate_sha256: sha256 } })}
          onUseBaseUrl={(baseUrl) => restart({ change: { base_url: baseUrl } })}
        />
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
