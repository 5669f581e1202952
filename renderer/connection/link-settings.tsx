import { useState } from 'react';
import { appRoutes } from '../../shared/contract.ts';
import { readOnlyReason } from '../../shared/workspaces.ts';
import { useSession } from '../session/session-query.ts';
import { useMissingPermission } from '../session/use-missing-permission.ts';
import { SettingRow } from '../settings/setting-row.tsx';
import { Button } from '../ui/button.tsx';
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
