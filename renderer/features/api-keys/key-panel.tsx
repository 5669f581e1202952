import type { ApiKey } from '../../../shared/organization/api-keys.ts';
import { roleNames } from '../../../shared/contract/roles.ts';
import { ActionButton } from '../../ui/buttons/action-button.tsx';
import { Detail, DetailList } from '../../ui/page/detail-list.tsx';
import { Panel, PanelFooter } from '../../ui/dialogs/panel.tsx';
import { RelativeTime } from '../../ui/page/relative-time.tsx';
import { SecretHint } from './key-columns.tsx';
import { useKeyActions } from './use-key-actions.tsx';

type KeyPanelProps = { readonly apiKey: ApiKey; readonly onClose: () => void };

/** One API key, with the actions to rotate and revoke it. */
export function KeyPanel({ apiKey, onClose }: KeyPanelProps) {
  const { key_id, name, role, hint, created_at, rotated_at, last_used_at, revoked_at } = apiKey;
  const { listActions, dialog } = useKeyActions();
  const actions = listActions(apiKey);
  return (
    <Panel title={name} subtitle={`${roleNames[role]} key`} onClose={onClose}>
      <div className="min-h-0 flex-1 overflow-y-auto px-4 py-2">
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
      {actions.length > 0 && (
        <PanelFooter>
          {actions.map((action) => (
            <ActionButton key={action.label} size="large" action={action} />
          ))}
        </PanelFooter>
      )}
      {dialog}
    </Panel>
  );
}
