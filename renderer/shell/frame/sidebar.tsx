import { Check, ChevronDown, PanelLeft, ShieldCheck, UserRound, type LucideIcon } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { views, type View } from '../../../shared/window/views.ts';
import { roleNames, roles, type Role } from '../../../shared/contract/roles.ts';
import { hasTrafficLights } from '../../data/bridge.ts';
import { useCallsStore, type CallsSearch } from '../../features/calls/public.ts';
import { useCommand } from '../../ui/commands/command-context.tsx';
import { useInsightsStore } from '../../features/insights/public.ts';
import { classNames } from '../../ui/page/class-names.ts';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { WorkspaceMenu } from '../../features/workspaces/public.ts';
import { Tooltip } from '../../ui/dialogs/tooltip.tsx';
import { changeRole, explainHigherRole } from '../../data/session/change-role.ts';
import { useSession, type Session } from '../../data/session/session-query.ts';
import { Menu, MenuItem, MenuRadioGroup, MenuRadioItem, MenuSeparator } from '../../ui/dialogs/menu.tsx';
import { useSidebarState } from './use-sidebar-state.ts';
import { viewIcons } from './view-icons.ts';

const firstFooterView = views.find(({ isInFooter }) => isInFooter);

export function Sidebar() {
  const { isCollapsed } = useSidebarState();
  const toggle = useCommand('toggle-sidebar');
  return (
    <SidebarLayout isCollapsed={isCollapsed} header={<WorkspaceMenu isCollapsed={isCollapsed} />}>
      <RoleMenu isCollapsed={isCollapsed} />
      <IconButton
        label={toggle.label}
        shortcut={toggle.shortcut}
        disabledReason={toggle.disabledReason}
        aria-expanded={!isCollapsed}
        side="right"
        icon={<PanelLeft aria-hidden size={16} />}
        onClick={toggle.run}
        className={isCollapsed ? 'w-full!' : ''}
      />
    </SidebarLayout>
  );
}

type SidebarLayoutProps = {
  readonly isCollapsed: boolean;
  readonly header: ReactNode;
  /** The controls below the views. */
  readonly children?: ReactNode;
};

/** The sidebar with the links to the views. */
export function SidebarLayout({ isCollapsed, header, children }: SidebarLayoutProps) {
  const callsSearch = useCallsStore((state) => state.search);
  const insightsSearch = useInsightsStore((state) => state.search);
  return (
    <aside
      aria-label="Sidebar"
      className={classNames(
        'flex shrink-0 flex-col border-r border-line bg-chrome',
        isCollapsed ? (hasTrafficLights ? 'w-20' : 'w-13') : 'w-[min(13.5rem,max(216px,24vw))]',
      )}
    >
      {hasTrafficLights && <div className="drag-region h-10 shrink-0" />}
      <div className={classNames('drag-region flex shrink-0 items-center px-2', hasTrafficLights ? 'h-10' : 'h-12')}>
        {header}
      </div>
      <nav aria-label="Main" className="flex min-h-0 flex-1 flex-col gap-0.5 overflow-y-auto px-2 pt-2">
        {views.map((view) => (
          <Fragment key={view.id}>
            {view === firstFooterView && <div className="flex-1" />}
            <NavItem
              to={view.path}
              {...(view.id === 'calls' && { search: callsSearch })}
              {...(view.id === 'insights' && { search: insightsSearch })}
              label={view.label}
              icon={viewIcons[view.id]}
              isCollapsed={isCollapsed}
            />
          </Fragment>
        ))}
      </nav>
      <div
        className={classNames(
          'm-2 mt-1 flex min-h-[calc(2.25rem+1px)] border-t border-line pt-1',
          isCollapsed ? 'flex-col' : 'items-center justify-between',
        )}
      >
        {children}
      </div>
    </aside>
  );
}

type NavItemProps = {
  readonly to: View['path'];
  /** The search parameters with which the user left the view. */
  readonly search?: CallsSearch;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly isCollapsed: boolean;
};

function NavItem({ to, search, label, icon: Icon, isCollapsed }: NavItemProps) {
  const link = (
    <Link
      to={to}
      activeOptions={{ includeSearch: false }}
      {...(search && { search })}
      className="group flex h-8 min-h-6 items-center gap-2.5 rounded-control px-2 text-muted not-aria-[current=page]:hover:bg-hover hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-ink"
    >
      <Icon aria-hidden size={16} className="shrink-0 group-aria-[current=page]:text-accent" />
      <span className={classNames('truncate', isCollapsed && 'sr-only')}>{label}</span>
    </Link>
  );
  return isCollapsed ? (
    <Tooltip side="right" content={label}>
      {link}
    </Tooltip>
  ) : (
    link
  );
}

/** Shows the role that the window uses, and switches it. */
function RoleMenu({ isCollapsed }: { readonly isCollapsed: boolean }) {
  const session = useSession();
  const { role, member } = session;
  const chooseMember = useCommand('choose-member');
  return (
    <Menu trigger={<Trigger role={role} email={member?.email ?? null} isCollapsed={isCollapsed} />}>
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
