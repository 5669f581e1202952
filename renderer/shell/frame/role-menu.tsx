import { Check, ChevronDown, ShieldCheck } from 'lucide-react';
import { roleNames, roles, type Role } from '../../../shared/contract/roles.ts';
import { changeRole, explainHigherRole } from '../../data/session/change-role.ts';
import { useSession } from '../../data/session/session-query.ts';
import { Menu, MenuRadioItem, MenuRadioGroup } from '../../ui/dialogs/menu.tsx';

/** Shows the role that the window uses, and switches it. */
export function RoleMenu({ isCollapsed }: { readonly isCollapsed: boolean }) {
  const { role, highest_role } = useSession();
  return (
    <Menu trigger={<Trigger role={role} isCollapsed={isCollapsed} />}>
      <MenuRadioGroup
        label="View as"
        value={role}
        onChange={(value) => {
          const selected = roles.find((option) => option === value);
          if (selected && selected !== role) void changeRole(selected);
        }}
      >
        <p aria-hidden="true" className="px-2 py-1 text-small text-muted">
          View as
        </p>
        {roles.map((option) => (
          <MenuRadioItem
            key={option}
            value={option}
            indicator={<Check aria-hidden size={14} />}
            isDisabled={explainHigherRole(option, highest_role) !== null}
            {...(explainHigherRole(option, highest_role) !== null && { note: 'Not allowed for the API key' })}
          >
            {roleNames[option]}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
    </Menu>
  );
}

type TriggerProps = { readonly role: Role; readonly isCollapsed: boolean };

function Trigger({ role, isCollapsed, ...button }: TriggerProps) {
  return (
    <button
      type="button"
      {...button}
      title={`Viewing as ${roleNames[role]}`}
      className="flex h-8 items-center gap-2.5 rounded-control px-2 text-small text-muted hover:bg-hover hover:text-ink data-popup-open:bg-well"
    >
      <ShieldCheck aria-hidden size={16} className="shrink-0" />
      <span className={isCollapsed ? 'sr-only' : ''}>
        <span className="sr-only">Viewing as </span>
        {roleNames[role]}
      </span>
      {!isCollapsed && <ChevronDown aria-hidden size={13} className="shrink-0" />}
    </button>
  );
}
