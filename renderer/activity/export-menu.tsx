import { ChevronDown, Download } from 'lucide-react';
import type { ActivityFilter } from '../../shared/activity.ts';
import { v1Routes } from '../../shared/contract.ts';
import { saveBlob } from '../calls/call/save-file.ts';
import { toDay } from '../format/local-day.ts';
import { tellError } from '../format/tell-error.ts';
import { v1 } from '../service.ts';
import { usePermission } from '../session/use-permission.ts';
import { Button } from '../ui/button.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { tellFailure } from '../ui/toasts.tsx';

/** Saves what the filters let through, oldest first. */
export function ExportMenu({ filter }: { readonly filter: ActivityFilter }) {
  const unavailable = usePermission(v1Routes.exportActivity);
  const save = async (format: 'csv' | 'json') => {
    try {
      const answer = await v1(v1Routes.exportActivity, { query: { ...filter, format } });
      saveBlob(`activity ${toDay(new Date())}.${format}`, await answer.blob());
    } catch (error) {
      tellFailure('The activity was not exported', tellError(error));
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
      <MenuItem unavailable={unavailable} onSelect={() => void save('csv')}>
        As CSV
      </MenuItem>
      <MenuItem unavailable={unavailable} onSelect={() => void save('json')}>
        As JSON
      </MenuItem>
    </Menu>
  );
}
