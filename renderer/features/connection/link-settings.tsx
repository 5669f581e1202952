import { useState } from 'react';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { readOnlyReason } from '../../../shared/workspaces/workspaces.ts';
import { useSession } from '../../data/session/session-query.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { SettingRow } from '../../ui/fields/setting-row.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { LinkDialog } from './link-dialog.tsx';

/** Offers to link a local workspace to a remote. */
export function LinkSettings() {
  const { workspace } = useSession();
  const roleReason = useMissingPermission(appRoutes.linkWorkspace, appRoutes.previewLink);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <SettingRow
        label="Link"
        note="This workspace is on this computer only. Link it to a remote service that has the same API to send its documents there and to place real calls."
      >
        <Button
          size="small"
          disabledReason={roleReason ?? (workspace?.is_read_only ? readOnlyReason : null)}
          onClick={() => setOpen(true)}
        >
          Link to a remote service…
        </Button>
      </SettingRow>
      {isOpen && <LinkDialog onClose={() => setOpen(false)} />}
    </>
  );
}
