import { Ban, RefreshCw } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { ApiKey } from '../../shared/api-keys.ts';
import { v1Routes } from '../../shared/contract.ts';
import { Problem } from '../../shared/problems.ts';
import { roleNames } from '../../shared/roles.ts';
import { tellError } from '../format/tell-error.ts';
import { v1 } from '../service.ts';
import { usePermission } from '../session/use-permission.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Panel } from '../ui/panel.tsx';
import { Time } from '../ui/time.tsx';
import { tell, tellFailure } from '../ui/toasts.tsx';
import { Hint } from './key-columns.tsx';
import { refreshKeys } from './keys-query.ts';
import { useIssue } from './use-issue.ts';

type KeyPanelProps = { readonly apiKey: ApiKey; readonly onClose: () => void };

/** One key, and what can be done to it. */
export function KeyPanel({ apiKey, onClose }: KeyPanelProps) {
  const { key_id, name, role, hint, created_at, rotated_at, last_used_at, revoked_at } = apiKey;
  const [asked, setAsked] = useState<'rotate' | 'revoke' | null>(null);
  const revoked = revoked_at === null ? null : 'This key has been revoked.';
  const rotateUnavailable = usePermission(v1Routes.rotateApiKey) ?? revoked;
  const revokeUnavailable = usePermission(v1Routes.revokeApiKey) ?? revoked;
  const params = { key_id };
  const issue = useIssue();
  const rotate = async () => {
    try {
      issue(await v1(v1Routes.rotateApiKey, { params }), `“${name}” was rotated`);
    } catch (error) {
      if (error instanceof Problem) tellFailure(`“${name}” was not rotated`, tellError(error));
      else
        tellFailure(`“${name}” may have been rotated`, `${tellError(error)} Rotate it again to be given its secret.`);
    }
    refreshKeys();
  };
  const revoke = async () => {
    try {
      await v1(v1Routes.revokeApiKey, { params });
      tell(`“${name}” was revoked`);
    } catch (error) {
      tellFailure(`“${name}” was not revoked`, tellError(error));
    }
    refreshKeys();
  };
  return (
    <Panel title={name} subtitle={`${roleNames[role]} key`} onClose={onClose}>
      <dl className="flex flex-col gap-2 px-4 py-2">
        <Detail term="Secret">
          <Hint hint={hint} />
        </Detail>
        <Detail term="Made">
          <Time at={created_at} />
        </Detail>
        {rotated_at !== null && (
          <Detail term="Rotated">
            <Time at={rotated_at} />
          </Detail>
        )}
        <Detail term="Last used">{last_used_at === null ? 'Never' : <Time at={last_used_at} />}</Detail>
        {revoked_at !== null && (
          <Detail term="Revoked">
            <Time at={revoked_at} />
          </Detail>
        )}
        <Detail term="Id">
          <code className="font-mono text-small break-all select-all">{key_id}</code>
        </Detail>
      </dl>
      <div className="flex gap-2 px-4 py-3">
        <Button
          icon={<RefreshCw aria-hidden size={14} />}
          unavailable={rotateUnavailable}
          onClick={() => setAsked('rotate')}
        >
          Rotate…
        </Button>
        <Button icon={<Ban aria-hidden size={14} />} unavailable={revokeUnavailable} onClick={() => setAsked('revoke')}>
          Revoke…
        </Button>
      </div>
      {asked === 'rotate' && (
        <Confirm
          title="Rotate key"
          deed="Rotate key"
          safe="Keep the secret"
          onConfirm={rotate}
          onClose={() => setAsked(null)}
        >
          <p>
            <strong className="font-medium text-ink">{name}</strong> gets a new secret. The one that ends in {hint} is
            refused at once: whatever uses it stops until it has the new one.
          </p>
        </Confirm>
      )}
      {asked === 'revoke' && (
        <Confirm title="Revoke key" deed="Revoke key" safe="Keep" onConfirm={revoke} onClose={() => setAsked(null)}>
          <p>
            Whatever uses <strong className="font-medium text-ink">{name}</strong> is refused from its next request on.
            This cannot be undone.
          </p>
        </Confirm>
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
