import { ChevronDown, Download } from 'lucide-react';
import type { ActivityFilter } from '../../../shared/organization/activity.ts';
import { v1Routes } from '../../../shared/contract/contract.ts';
import { saveBlob } from '../../data/save-file.ts';
import { toLocalDay } from '../../format/local-day.ts';
import { v1 } from '../../data/service-clients.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Menu, MenuItem } from '../../ui/dialogs/menu.tsx';
import { showRequestError } from '../../data/show-request-error.ts';

/** Exports the entries that match the filter, oldest first. */
export function ExportActivityMenu({ filter }: { readonly filter: ActivityFilter }) {
  const disabledReason = useMissingPermission(v1Routes.exportActivity);
  const save = async (format: 'csv' | 'json') => {
    try {
      const response = await v1(v1Routes.exportActivity, { query: { ...filter, format } });
      saveBlob(`activity ${toLocalDay(new Date())}.${format}`, await response.blob());
    } catch (error) {
      showRequestError('Activity was not exported', error);
    }
  };
  return (
    <Menu
      align="end"
      trigger={
        <Button icon={<Download aria-hidden size={14} />}>
          Export
          <ChevronDown aria-hidden size={13} />
        </Button>
      }
    >
      <MenuItem disabledReason={disabledReason} onSelect={() => void save('csv')}>
        Export as CSV
      </MenuItem>
      <MenuItem disabledReason={disabledReason} onSelect={() => void save('json')}>
        Export as JSON
      </MenuItem>
    </Menu>
  );
}
