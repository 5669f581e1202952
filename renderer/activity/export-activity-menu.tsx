import { ChevronDown, Download } from 'lucide-react';
import type { ActivityFilter } from '../../shared/activity.ts';
import { v1Routes } from '../../shared/contract.ts';
import { saveBlob } from '../save-file.ts';
import { toLocalDay } from '../format/local-day.ts';
import { formatError } from '../format/format-error.ts';
import { v1 } from '../service-clients.ts';
import { useMissingPermission } from '../session/use-missing-permission.ts';
import { Button } from '../ui/button.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { showErrorToast } from '../ui/toasts.tsx';

/** Saves what the filters let through, oldest first. */
export function ExportActivityMenu({ filter }: { readonly filter: ActivityFilter }) {
  const disabledReason = useMissingPermission(v1Routes.exportActivity);
  const save = async (format: 'csv' | 'json') => {
    try {
      const answer = await v1(v1Routes.exportActivity, { query: { ...filter, format } });
      saveBlob(`activity ${toLocalDay(new Date())}.${format}`, await answer.blob());
    } catch (error) {
      showErrorToast('The activity was not exported', formatError(error));
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
        As CSV
      </MenuItem>
      <MenuItem disabledReason={disabledReason} onSelect={() => void save('json')}>
        As JSON
      </MenuItem>
    </Menu>
  );
}
