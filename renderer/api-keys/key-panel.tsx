import { Ban, RefreshCw } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { ApiKey } from '../../shared/api-keys.ts';
import { v1Routes } from '../../shared/contract.ts';
import { Problem } from '../../shared/problems.ts';
import { roleNames } from '../../shared/roles.ts';
import { formatError } from '../format/format-error.ts';
import { v1 } from '../service-clients.ts';
import { useMissingPermission } from '../session/use-missing-permission.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Panel } from '../ui/panel.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { showToast, showErrorToast } from '../ui/toasts.tsx';
import { SecretHint } from './key-columns.tsx';
import { refreshKeys } from './keys-query.ts';
import { useShowIssuedKey } from './issued-keys-store.ts';

type KeyPanelProps = { readonly apiKey: ApiKey; readonly onClose: () => void };

/** One key, and what can be done to it. */
export function KeyPanel({ apiKey, onClose }: KeyPanelProps) {
  const { key_id, name, role, hint, created_at, rotated_at, last_used_at, revoked_at } = apiKey;
  const [asked, setAsked] = useState<'rotate' | 'revoke' | null>(null);
  const revoked = revoked_at === null ? null : 'This key has been revoked.';
  const rotateDisabledReason = useMissingPermission(v1Routes.rotateApiKey) ?? revoked;
  const revokeDisabledReason = useMissingPermission(v1Routes.revokeApiKey) ?? revoked;
  const params = { key_id };
  const issue = useShowIssuedKey();
  const rotate = async () => {
    try {
      issue(await v1(v1Routes.rotateApiKey, { params }), `“${name}” was rotated`);
    } catch (error) {
      if (error instanceof Problem) showErrorToast(`“${name}” was not rotated`, formatError(error));
      else
        showErrorToast(
          `“${name}” may have been rotated`,
          `${formatError(error)} Rotate it again to be given its secret.`,
        );
    }
    refreshKeys();
  };
  const revoke = async () => {
    try {
      await v1(v1Routes.revokeApiKey, { params });
      showToast(`“${name}” was revoked`);
    } catch (error) {
      showErrorToast(`“${name}” was not revoked`, formatError(error));
    }
    refreshKeys();
  };
  return (
    <Panel title={name} subtitle={`${roleNames[role]} key`} onClose={onClose}>
      <dl className="flex flex-col gap-2 px-4 py-2">
        <Detail term="Secret">
          <SecretHint hint={hint} />
        </Detail>
        <Detail term="Made">
          <RelativeTime at={created_at} />
        </Detail>
        {rotated_at !== null && (
          <Detail term="Rotated">
            <RelativeTime at={rotated_at} />
          </Detail>
        )}
        <Detail term="Last used">{last_used_at === null ? 'Never' : <RelativeTime at={last_used_at} />}</Detail>
        {revoked_at !== null && (
          <Detail term="Revoked">
            <RelativeTime at={revoked_at} />
          </Detail>
        )}
        <Detail term="Id">
          <code className="font-mono text-small break-all select-all">{key_id}</code>
        </Detail>
      </dl>
      <div className="flex gap-2 px-4 py-3">
        <Button
          icon={<RefreshCw aria-hidden size={14} />}
          disabledReason={rotateDisabledReason}
          onClick={() => setAsked('rotate')}
        >
          Rotate…
        </Button>
        <Button
          icon={<Ban aria-hidden size={14} />}
          disabledReason={revokeDisabledReason}
          onClick={() => setAsked('revoke')}
        >
          Revoke…
        </Button>
      </div>
      {asked === 'rotate' && (
        <ConfirmDialog
          title="Rotate key"
          confirmLabel="Rotate key"
          cancelLabel="Keep the secret"
          onConfirm={rotate}
          onClose={() => setAsked(null)}
        >
          <p>
            <strong className="font-medium text-ink">{name}</strong> gets a new secret. The one that ends in {hint} is
            refused at once: whatever uses it stops until it has the new one.
          </p>
        </ConfirmDialog>
      )}
      {asked === 'revoke' && (
        <ConfirmDialog
          title="Revoke key"
          confirmLabel="Revoke key"
          cancelLabel="Keep"
          onConfirm={revoke}
          onClose={() => setAsked(null)}
        >
          <p>
            Whatever uses <strong className="font-medium text-ink">{name}</strong> is refused from its next request on.
            This cannot be undone.
          </p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}

function Detail({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <div className="flex gap-3">
      <dt className="w-24 shrink-0 text-muted">{term}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}
