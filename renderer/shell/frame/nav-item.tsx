import { Link } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import type { CallsSearch } from '../../features/calls/public.ts';
import type { View } from '../../../shared/window/views.ts';
import { classNames } from '../../ui/page/class-names.ts';
import { Tooltip } from '../../ui/dialogs/tooltip.tsx';

type NavItemProps = {
  readonly to: View['path'];
  /** The search parameters with which the user left the view. */
  readonly search?: CallsSearch;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly isCollapsed: boolean;
};

export function NavItem({ to, search, label, icon: Icon, isCollapsed }: NavItemProps) {
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
