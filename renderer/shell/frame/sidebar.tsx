import { Check, ChevronDown, PanelLeft, ShieldCheck, type LucideIcon } from 'lucide-react';
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
import { useSession } from '../../data/session/session-query.ts';
import { Menu, MenuRadioGroup, MenuRadioItem } from '../../ui/dialogs/menu.tsx';
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
