import { AlarmClock } from 'lucide-react';
import type { FollowUp } from '../../../../shared/calls/follow-ups.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { Menu, MenuItem } from '../../../ui/dialogs/menu.tsx';
import type { RowAction } from '../../../ui/tables/row-action.ts';
import { nameRecipient } from '../format-recipient.ts';
import type { FollowUpActions } from './use-follow-up-actions.ts';

type FollowUpButtonsProps = { readonly followUp: FollowUp; readonly actions: FollowUpActions };

/** The buttons in the row of a follow-up. The one that not every row has comes first, so that the others form columns. */
export function FollowUpButtons({ followUp, actions }: FollowUpButtonsProps) {
  const { callNow, toggleDone, snooze, saveCalendarFile } = actions;
  const name = nameRecipient(followUp);
  return (
    <span className="relative flex shrink-0 items-center justify-end">
      {saveCalendarFile && <ActionIconButton action={saveCalendarFile} name={name} />}
      {followUp.state !== 'done' && <ActionIconButton action={callNow} name={name} />}
      <ActionIconButton action={toggleDone} name={name} />
      {snooze.length > 0 && (
        <Menu
          align="end"
          trigger={
            <IconButton
              label={`Snooze follow-up with ${name}`}
              disabledReason={snooze[0]?.disabledReason}
              icon={<AlarmClock aria-hidden size={14} />}
            />
          }
        >
          {snooze.map(({ label, run }) => (
            <MenuItem key={label} onSelect={run}>
              {label}
            </MenuItem>
          ))}
        </Menu>
      )}
    </span>
  );
}

function ActionIconButton({ action, name }: { readonly action: RowAction; readonly name: string }) {
  const { label, icon: Icon, disabledReason, run } = action;
  return (
    <IconButton
      label={`${label}: ${name}`}
      icon={Icon && <Icon aria-hidden size={14} />}
      disabledReason={disabledReason}
      onClick={run}
    />
  );
}
