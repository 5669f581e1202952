import { Check, UserRound } from 'lucide-react';
import type { ReactElement } from 'react';
import { roleNames, roles, type Role } from '../../../shared/contract/roles.ts';
import { changeRole, explainHigherRole } from '../../data/session/change-role.ts';
import { useSession, type Session } from '../../data/session/session-query.ts';
import { useCommand } from '../../ui/commands/command-context.tsx';
import { Menu, MenuItem, MenuRadioGroup, MenuRadioItem, MenuSeparator } from '../../ui/dialogs/menu.tsx';

export function OpenableRoleMenu({ trigger }: { readonly trigger: ReactElement<Record<string, unknown>> }) {
  const session = useSession();
  const { role } = session;
  const chooseMember = useCommand('choose-member');
  return (
    <Menu trigger={trigger}>
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
            isDisabled={explainHigherRole(option, session) !== null}
            note={explainShortly(option, session)}
          >
            {roleNames[option]}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
      <MenuSeparator />
      <MenuItem
        icon={<UserRound aria-hidden size={14} />}
        disabledReason={chooseMember.disabledReason}
        onSelect={chooseMember.run}
      >
        {chooseMember.label}
      </MenuItem>
    </Menu>
  );
}

/** Returns the reason of `explainHigherRole` in a few words. */
function explainShortly(role: Role, session: Session): string | undefined {
  if (explainHigherRole(role, session) === null) return undefined;
  return explainHigherRole(role, { ...session, member: null }) === null
    ? 'Not allowed for this member'
    : 'Not allowed for the API key';
}
