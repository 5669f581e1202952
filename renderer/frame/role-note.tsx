import { Check, ChevronDown, ShieldCheck } from 'lucide-react';
import { roleNames, roles, type Role } from '../../shared/roles.ts';
import { changeRole } from '../session/change-role.ts';
import { useSession } from '../session/use-session.ts';
import { Menu, MenuChoice, MenuChoices } from '../ui/menu.tsx';

/** Whose rights the window has; another role shows what its people see. */
export function RoleNote({ isFolded }: { readonly isFolded: boolean }) {
  const { role } = useSession();
  return (
    <Menu trigger={<Trigger role={role} isFolded={isFolded} />}>
      <MenuChoices
        label="Use this workspace as"
        value={role}
        onChoose={(value) => {
          const chosen = roles.find((one) => one === value);
          if (chosen && chosen !== role) void changeRole(chosen);
        }}
      >
        <p aria-hidden="true" className="px-2 py-1 text-small text-muted">
          Use this workspace as
        </p>
        {roles.map((one) => (
          <MenuChoice key={one} value={one} mark={<Check aria-hidden size={14} />}>
            {roleNames[one]}
          </MenuChoice>
        ))}
      </MenuChoices>
    </Menu>
  );
}

type TriggerProps = { readonly role: Role; readonly isFolded: boolean };

function Trigger({ role, isFolded, ...button }: TriggerProps) {
  return (
    <button
      type="button"
      {...button}
      title={`Your role: ${roleNames[role]}`}
      className="flex h-8 items-center gap-2.5 rounded-control px-2 text-small text-muted hover:bg-well hover:text-ink data-popup-open:bg-well"
    >
      <ShieldCheck aria-hidden size={16} className="shrink-0" />
      <span className={isFolded ? 'sr-only' : ''}>
        <span className="sr-only">Your role: </span>
        {roleNames[role]}
      </span>
      {!isFolded && <ChevronDown aria-hidden size={13} className="shrink-0" />}
    </button>
  );
}
