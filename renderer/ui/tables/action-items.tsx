import { Fragment } from 'react';
import { MenuItem, MenuSeparator } from '../dialogs/menu.tsx';
import type { RowAction, RowActions } from './row-action.ts';

type ActionItemsProps = { readonly actions: RowActions; readonly onSelect: (action: RowAction) => void };

/** The actions of a row as the items of a menu. */
export function ActionItems({ actions, onSelect }: ActionItemsProps) {
  return actions.map((group, index) => (
    <Fragment key={group[0]?.label}>
      {index > 0 && <MenuSeparator />}
      {group.map((action) => {
        const { label, icon: Icon, disabledReason = null } = action;
        return (
          <MenuItem
            key={label}
            icon={Icon && <Icon aria-hidden size={14} />}
            disabledReason={disabledReason}
            onSelect={() => onSelect(action)}
          >
            {label}
          </MenuItem>
        );
      })}
    </Fragment>
  ));
}
