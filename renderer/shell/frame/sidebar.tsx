import { PanelLeft, type LucideIcon } from 'lucide-react';
import { Fragment, useEffect, useRef, type ReactNode } from 'react';
import { Link, useLocation } from '@tanstack/react-router';
import { views, type View } from '../../../shared/window/views.ts';
import { hasTrafficLights } from '../../data/bridge.ts';
import { useCallsStore, type CallsSearch } from '../../features/calls/public.ts';
import { useCommand } from '../../ui/commands/command-context.tsx';
import { useInsightsStore } from '../../features/insights/public.ts';
import { classNames } from '../../ui/page/class-names.ts';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { WorkspaceMenu } from '../../features/workspaces/public.ts';
import { Tooltip } from '../../ui/dialogs/tooltip.tsx';
import { RoleMenu } from './role-menu.tsx';
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
  const element = useRef<HTMLAnchorElement>(null);
  const isCurrent = useLocation({ select: ({ pathname }) => pathname === to || pathname.startsWith(`${to}/`) });
  // In a low window the links scroll, and a shortcut or a link elsewhere can open a view whose link is not in sight.
  useEffect(() => {
    if (isCurrent) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  const link = (
    <Link
      ref={element}
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
