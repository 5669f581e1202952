import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { appRoutes } from '../../../shared/contract.ts';
import { formatCount } from '../../format/format-number.ts';
import { useMissingPermission } from '../../session/use-missing-permission.ts';
import { Button } from '../../ui/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { keepClear } from '../../ui/use-clear-bottom.ts';
import { assigneesQuery } from '../calls-query.ts';
import { formatAssignee } from '../review-labels.ts';
import { changeSelectedReviews, exportSelectedCalls } from './selected-calls-actions.ts';
import { TagsDialog, type TagsDialogMode } from './tags-dialog.tsx';

type SelectionBarProps = { readonly callIds: ReadonlySet<string>; readonly onClear: () => void };

/** The number of selected calls, which screen readers announce, and what can be done with these calls. */
export function SelectionBar({ callIds, onClear }: SelectionBarProps) {
  const count = callIds.size;
  return (
    <div
      {...(count > 0 && keepClear)}
      role="group"
      aria-label="Selected calls"
      className={
        count === 0
          ? 'sr-only'
          : 'flex shrink-0 flex-wrap items-center gap-1.5 border-t border-line bg-raised px-6 py-2'
      }
    >
      <p role="status" className="mr-2 font-medium tabular-nums">
        {count > 0 && `${formatCount(count, 'call')} selected`}
      </p>
      {count > 0 && <SelectionActions ids={[...callIds]} onClear={onClear} />}
    </div>
  );
}

type SelectionActionsProps = { readonly ids: readonly string[]; readonly onClear: () => void };

function SelectionActions({ ids, onClear }: SelectionActionsProps) {
  const disabledReason = useMissingPermission(appRoutes.updateCallReviews, appRoutes.listAssignees);
  const [dialogMode, setDialogMode] = useState<TagsDialogMode | null>(null);
  const markAs = (review_state: 'reviewed' | 'not_reviewed', label: string) =>
    changeSelectedReviews(ids, { review_state }, (calls) => `Marked ${calls} as ${label}`);
  return (
    <>
      <Button size="small" disabledReason={disabledReason} onClick={() => setDialogMode('add')}>
        Add tag
      </Button>
      <Button size="small" disabledReason={disabledReason} onClick={() => setDialogMode('remove')}>
        Remove tag
      </Button>
      <Button size="small" disabledReason={disabledReason} onClick={() => void markAs('reviewed', 'reviewed')}>
        Mark as reviewed
      </Button>
      <Button size="small" disabledReason={disabledReason} onClick={() => void markAs('not_reviewed', 'not reviewed')}>
        Mark as not reviewed
      </Button>
      {disabledReason === null ? (
        <AssignMenu ids={ids} />
      ) : (
        <Button size="small" disabledReason={disabledReason}>
          Assign
        </Button>
      )}
      <Button size="small" onClick={() => void exportSelectedCalls(ids)}>
        Export CSV
      </Button>
      <Button size="small" variant="quiet" shortcut="Esc" className="ml-auto" onClick={onClear}>
        Clear
      </Button>
      {dialogMode && <TagsDialog mode={dialogMode} ids={ids} onClose={() => setDialogMode(null)} />}
    </>
  );
}

function AssignMenu({ ids }: { readonly ids: readonly string[] }) {
  const members = useQuery(assigneesQuery).data ?? [];
  return (
    <Menu trigger={<Button size="small">Assign</Button>}>
      {members.map((member) => (
        <MenuItem
          key={member.user_id}
          onSelect={() =>
            void changeSelectedReviews(
              ids,
              { assignee_id: member.user_id },
              (calls) => `Assigned ${calls} to ${formatAssignee(member)}`,
            )
          }
        >
          {formatAssignee(member)}
        </MenuItem>
      ))}
      {members.length > 0 && <MenuSeparator />}
      <MenuItem
        onSelect={() =>
          void changeSelectedReviews(ids, { assignee_id: null }, (calls) => `Removed the assignee of ${calls}`)
        }
      >
        Not assigned
      </MenuItem>
    </Menu>
  );
}
