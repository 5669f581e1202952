import { Ban, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { ApiKey } from '../../../shared/organization/api-keys.ts';
import { v1Routes } from '../../../shared/contract/contract.ts';
import { Problem } from '../../../shared/contract/problems.ts';
import { formatError } from '../../format/format-error.ts';
import { isServiceUnreachable } from '../../data/service-connection.ts';
import { showRequestError } from '../../data/show-request-error.ts';
import { v1 } from '../../data/service-clients.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import type { RowAction } from '../../ui/tables/row-action.ts';
import { showErrorToast, showToast } from '../../ui/feedback/toasts.ts';
import { useShowIssuedKey } from './issued-keys-store.ts';
import { refreshKeys } from './keys-query.ts';

/** Returns the actions of an API key, and the dialog that asks before each. */
export function useKeyActions() {
  const rotateDisabledReason = useMissingPermission(v1Routes.rotateApiKey);
  const revokeDisabledReason = useMissingPermission(v1Routes.revokeApiKey);
  const [open, setOpen] = useState<{ readonly action: 'rotate' | 'revoke'; readonly apiKey: ApiKey } | null>(null);
  const showIssuedKey = useShowIssuedKey();
  const rotate = async ({ key_id, name }: ApiKey) => {
    const wasUnreachable = isServiceUnreachable();
    try {
      showIssuedKey(await v1(v1Routes.rotateApiKey, { params: { key_id } }), `API key “${name}” rotated`);
    } catch (error) {
      if (error instanceof Problem || wasUnreachable) showRequestError(`“${name}” was not rotated`, error);
      else showErrorToast(`“${name}” may have been rotated`, `${formatError(error)} Rotate it again to get a new key.`);
    }
    refreshKeys();
  };
  const listActions = (apiKey: ApiKey): readonly RowAction[] => {
    const revokedReason = apiKey.revoked_at === null ? null : 'This key is revoked.';
    return [
      {
        label: 'Rotate…',
        icon: RefreshCw,
        disabledReason: rotateDisabledReason ?? revokedReason,
        run: () => setOpen({ action: 'rotate', apiKey }),
      },
      {
        label: 'Revoke…',
        icon: Ban,
        disabledReason: revokeDisabledReason ?? revokedReason,
        run: () => setOpen({ action: 'revoke', apiKey }),
      },
    ];
  };
  const close = () => setOpen(null);
  const dialog =
    open?.action === 'rotate' ? (
      <ConfirmDialog title="Rotate API key" onConfirm={() => rotate(open.apiKey)} onClose={close}>
        <p>
          This replaces the secret of <strong className="font-medium text-ink">{open.apiKey.name}</strong>. The secret
          that ends in {open.apiKey.hint} stops working immediately, and so do programs that use it until you update
          them.
        </p>
      </ConfirmDialog>
    ) : open?.action === 'revoke' ? (
      <ConfirmDialog title="Revoke API key" onConfirm={() => revoke(open.apiKey)} onClose={close}>
        <p>
          Programs that use <strong className="font-medium text-ink">{open.apiKey.name}</strong> lose access
          immediately. You can’t undo this.
        </p>
      </ConfirmDialog>
    ) : null;
  return { listActions, dialog };
}

async function revoke({ key_id, name }: ApiKey): Promise<void> {
  try {
    await v1(v1Routes.revokeApiKey, { params: { key_id } });
    showToast(`API key “${name}” revoked`);
  } catch (error) {
    showRequestError(`“${name}” was not revoked`, error);
  }
  refreshKeys();
}
