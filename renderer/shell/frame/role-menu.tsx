import { ChevronDown, ShieldCheck } from 'lucide-react';
import { roleNames, type Role } from '../../../shared/contract/roles.ts';
import { lazyComponent } from '../../data/lazy-component.ts';
import { useSession } from '../../data/session/session-query.ts';
import { LazyMenu } from '../../ui/dialogs/lazy-menu.tsx';
import { classNames } from '../../ui/page/class-names.ts';

const OpenableRoleMenu = lazyComponent(async () => (await import('./openable-role-menu.tsx')).OpenableRoleMenu);

/** Shows the role that the window uses, and switches it. */
export function RoleMenu({ isCollapsed }: { readonly isCollapsed: boolean }) {
  const { role, member } = useSession();
  return (
    <LazyMenu
      menu={OpenableRoleMenu}
      trigger={<Trigger role={role} email={member?.email ?? null} isCollapsed={isCollapsed} />}
    />
  );
}

type TriggerProps = {
  readonly role: Role;
  /** The address of the member who uses the window. */
  readonly email: string | null;
  readonly isCollapsed: boolean;
};

function Trigger({ role, email, isCollapsed, ...button }: TriggerProps) {
  return (
    <button
      type="button"
      {...button}
      title={`Viewing as ${roleNames[role]}${email === null ? '' : `, ${email}`}`}
      className={classNames(
        'flex min-h-8 min-w-0 items-center gap-2.5 rounded-control px-2 text-left text-small text-muted hover:bg-hover hover:text-ink data-popup-open:bg-well',
        !isCollapsed && email !== null && 'flex-1 py-1',
      )}
    >
      <ShieldCheck aria-hidden size={16} className="shrink-0" />
      <span className={isCollapsed ? 'sr-only' : 'min-w-0 flex-1'}>
        <span className="sr-only">Viewing as </span>
        {roleNames[role]}
        {email !== null && <span className="block truncate"> {email}</span>}
      </span>
      {!isCollapsed && <ChevronDown aria-hidden size={13} className="shrink-0" />}
    </button>
  );
}
