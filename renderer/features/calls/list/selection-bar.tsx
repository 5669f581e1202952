import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallFilter } from '../../../../shared/calls/call-filter.ts';
import { v1Routes } from '../../../../shared/contract/contract.ts';
import { formatCount } from '../../../format/format-number.ts';
import { useMissingPermission } from '../../../data/session/missing-permission.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../../ui/dialogs/menu.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { useBusy } from '../../../ui/feedback/use-busy.ts';
import { keepClear } from '../../../ui/feedback/use-clear-position.ts';
import { assigneesQuery } from '../calls-query.ts';
import { formatAssignee } from '../review-labels.ts';
import { selectAllMatches, type SelectedCalls } from '../selected-calls-store.ts';
import { ExportCallsMenu } from './export-calls-menu.tsx';
import { changeReviewsOfMatches, changeSelectedReviews, type DescribedChange } from './selected-calls-actions.ts';
import { TagsDialog, type TagsDialogMode } from './tags-dialog.tsx';

type SelectionBarProps = {
  readonly selection: Pick<SelectedCalls, 'ids' | 'hasAllMatches'>;
  /** The filter of the list, and the number of calls that match it. */
  readonly filter: CallFilter;
  readonly total: number;
  readonly onClear: () => void;
};

/** The number of selected calls, which screen readers announce, and what can be done with these calls. */
export function SelectionBar({ selection, filter, total, onClear }: SelectionBarProps) {
  const { ids, hasAllMatches } = selection;
  const count = hasAllMatches ? total : ids.size;
  return (
    <div
      {...(count > 0 && keepClear)}
      role="group"
      aria-label="Selected calls"
      className={
        count === 0
          ? 'sr-only'
          : 'relative flex shrink-0 flex-wrap items-center gap-1.5 border-t border-line bg-raised px-6 py-2'
      }
    >
      <p role="status" className="mr-2 font-medium tabular-nums">
        {count > 0 && `${hasAllMatches && count > 1 ? 'All ' : ''}${formatCount(count, 'call')} selected`}
      </p>
      {count > 0 && !hasAllMatches && total > count && (
        <Button size="small" variant="quiet" onClick={selectAllMatches}>
          Select all {formatCount(total, 'call')}
        </Button>
      )}
      {count > 0 && (
        <SelectionActions calls={hasAllMatches ? { filter } : { ids: [...ids] }} count={count} onClear={onClear} />
      )}
    </div>
  );
}

type SelectionActionsProps = {
  readonly calls: { readonly filter: CallFilter } | { readonly ids: readonly string[] };
  readonly count: number;
  readonly onClear: () => void;
};

function SelectionActions({ calls, count, onClear }: SelectionActionsProps) {
  const disabledReason = useMissingPermission(v1Routes.updateCallReviews, v1Routes.listAssignees);
  const [dialogMode, setDialogMode] = useState<TagsDialogMode | null>(null);
  const [unconfirmed, setUnconfirmed] = useState<DescribedChange | null>(null);
  const [isBusy, run] = useBusy();
  const changeMatches = (filter: CallFilter, change: DescribedChange) =>
    void run(async () => {
      if (await changeReviewsOfMatches(filter, change)) onClear();
    });
  /** A change of all matching calls is confirmed first, because it has no Undo. */
  const apply = (change: DescribedChange) => {
    if ('filter' in calls) setUnconfirmed(change);
    else void run(() => changeSelectedReviews(calls.ids, change));
  };
  const markAs = (review_state: 'reviewed' | 'not_reviewed', label: string) =>
    apply({
      title: `Mark as ${label}`,
      change: { review_state },
      describe: (changed) => `Marked ${changed} as ${label}`,
    });
  return (
    <>
      <Button size="small" disabledReason={disabledReason} onClick={() => setDialogMode('add')}>
        Add tag
      </Button>
      <Button size="small" disabledReason={disabledReason} onClick={() => setDialogMode('remove')}>
        Remove tag
      </Button>
      <Button size="small" disabledReason={disabledReason} onClick={() => markAs('reviewed', 'reviewed')}>
        Mark as reviewed
      </Button>
      <Button size="small" disabledReason={disabledReason} onClick={() => markAs('not_reviewed', 'not reviewed')}>
        Mark as not reviewed
      </Button>
      {disabledReason === null ? (
        <AssignMenu onChange={apply} />
      ) : (
        <Button size="small" disabledReason={disabledReason}>
          Assign
        </Button>
      )}
      <ExportCallsMenu calls={calls} trigger={<Button size="small">Export</Button>} />
      <Button size="small" variant="quiet" shortcut="Esc" className="ml-auto" onClick={onClear}>
        Clear
      </Button>
      {isBusy && (
        <ProgressBar label="Changing calls" fraction={null} className="fade-in-delayed absolute inset-x-6 top-0" />
      )}
      {dialogMode && (
        <TagsDialog mode={dialogMode} count={count} onChange={apply} onClose={() => setDialogMode(null)} />
      )}
      {unconfirmed && 'filter' in calls && (
        <ConfirmDialog
          title={`${unconfirmed.title}: ${formatCount(count, 'call')}`}
          confirmLabel={unconfirmed.title}
          isNonDestructive
          onConfirm={() => changeMatches(calls.filter, unconfirmed)}
          onClose={() => setUnconfirmed(null)}
        >
          <p>All calls that match the filters and the search are changed. You can’t undo this.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function AssignMenu({ onChange }: { readonly onChange: (change: DescribedChange) => void }) {
  const members = useQuery(assigneesQuery).data ?? [];
  return (
    <Menu trigger={<Button size="small">Assign</Button>}>
      {members.map((member) => (
        <MenuItem
          key={member.user_id}
          onSelect={() =>
            onChange({
              title: `Assign to ${formatAssignee(member)}`,
              change: { assignee_id: member.user_id },
              describe: (changed) => `Assigned ${changed} to ${formatAssignee(member)}`,
            })
          }
        >
          {formatAssignee(member)}
        </MenuItem>
      ))}
      {members.length > 0 && <MenuSeparator />}
      <MenuItem
        onSelect={() =>
          onChange({
            title: 'Remove assignee',
            change: { assignee_id: null },
            describe: (changed) => `Removed the assignee of ${changed}`,
          })
        }
      >
        Not assigned
      </MenuItem>
    </Menu>
  );
}
