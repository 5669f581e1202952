import { Ban, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { ApiKey } from '../../shared/api-keys.ts';
import { v1Routes } from '../../shared/contract.ts';
import { Problem } from '../../shared/problems.ts';
import { roleNames } from '../../shared/roles.ts';
import { formatError } from '../format/format-error.ts';
import { v1 } from '../service-clients.ts';
import { useMissingPermission } from '../session/use-missing-permission.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Detail, DetailList } from '../ui/detail-list.tsx';
import { Panel } from '../ui/panel.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { showToast, showErrorToast } from '../ui/toasts.tsx';
import { SecretHint } from './key-columns.tsx';
import { refreshKeys } from './keys-query.ts';
import { useShowIssuedKey } from './issued-keys-store.ts';
import { isServiceUnreachable } from '../live/connection.ts';
import { showRequestError } from '../live/show-request-error.ts';

type KeyPanelProps = { readonly apiKey: ApiKey; readonly onClose: () => void };

/** One API key, with the actions to rotate and revoke it. */
export function KeyPanel({ apiKey, onClose }: KeyPanelProps) {
  const { key_id, name, role, hint, created_at, rotated_at, last_used_at, revoked_at } = apiKey;
  const [openDialog, setOpenDialog] = useState<'rotate' | 'revoke' | null>(null);
  const revokedReason = revoked_at === null ? null : 'This key is revoked.';
  const rotateDisabledReason = useMissingPermission(v1Routes.rotateApiKey) ?? revokedReason;
  const revokeDisabledReason = useMissingPermission(v1Routes.revokeApiKey) ?? revokedReason;
  const params = { key_id };
  const showIssuedKey = useShowIssuedKey();
  const rotate = async () => {
    const wasUnreachable = isServiceUnreachable();
    try {
      showIssuedKey(await v1(v1Routes.rotateApiKey, { params }), `API key “${name}” rotated`);
    } catch (error) {
      if (error instanceof Problem || wasUnreachable) showRequestError(`“${name}” was not rotated`, error);
      else showErrorToast(`“${name}” may have been rotated`, `${formatError(error)} Rotate it again to get a new key.`);
    }
    refreshKeys();
  };
  const revoke = async () => {
    try {
      await v1(v1Routes.revokeApiKey, { params });
      showToast(`API key “${name}” revoked`);
    } catch (error) {
      showRequestError(`“${name}” was not revoked`, error);
    }
    refreshKeys();
  };
  return (
    <Panel title={name} subtitle={`${roleNames[role]} key`} onClose={onClose}>
      <div className="px-4 py-2">
        <DetailList>
          <Detail label="Key">
            <SecretHint hint={hint} />
          </Detail>
          <Detail label="Created">
            <RelativeTime at={created_at} />
          </Detail>
          {rotated_at !== null && (
            <Detail label="Rotated">
              <RelativeTime at={rotated_at} />
            </Detail>
          )}
          <Detail label="Last used">{last_used_at === null ? 'Never' : <RelativeTime at={last_used_at} />}</Detail>
          {revoked_at !== null && (
            <Detail label="Revoked">
              <RelativeTime at={revoked_at} />
            </Detail>
          )}
          <Detail label="ID">
            <code className="font-mono text-small break-all select-all">{key_id}</code>
          </Detail>
        </DetailList>
      </div>
      <div className="flex gap-2 px-4 py-3">
        <Button
          icon={<RefreshCw aria-hidden size={14} />}
          disabledReason={rotateDisabledReason}
          onClick={() => setOpenDialog('rotate')}
        >
          Rotate…
        </Button>
        <Button
          icon={<Ban aria-hidden size={14} />}
          disabledReason={revokeDisabledReason}
          onClick={() => setOpenDialog('revoke')}
        >
          Revoke…
        </Button>
      </div>
      {openDialog === 'rotate' && (
        <ConfirmDialog
          title="Rotate API key"
          confirmLabel="Rotate API key"
          onConfirm={rotate}
          onClose={() => setOpenDialog(null)}
        >
          <p>
            This replaces the secret of <strong className="font-medium text-ink">{name}</strong>. The secret that ends
            in {hint} stops working immediately, and so do programs that use it until you update them.
          </p>
        </ConfirmDialog>
      )}
      {openDialog === 'revoke' && (
        <ConfirmDialog
          title="Revoke API key"
          confirmLabel="Revoke API key"
          onConfirm={revoke}
          onClose={() => setOpenDialog(null)}
        >
          <p>
            Programs that use <strong className="font-medium text-ink">{name}</strong> lose access immediately. You
            can’t undo this.
          </p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}
