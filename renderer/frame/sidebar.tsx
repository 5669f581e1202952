import { PanelLeft } from 'lucide-react';
import { Fragment } from 'react';
import { rooms } from '../../shared/rooms.ts';
import { hasTrafficLights } from '../bridge.ts';
import { useCallsStore } from '../calls/calls-store.ts';
import { useCommand } from '../commands/command-context.tsx';
import { useSettings } from '../settings/use-settings.ts';
import { classNames } from '../ui/class-names.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { WorkspaceMenu } from '../workspaces/workspace-menu.tsx';
import { NavItem } from './nav-item.tsx';
import { RoleNote } from './role-note.tsx';
import { roomIcons } from './room-icons.ts';

const firstAtFoot = rooms.find(({ isAtFoot }) => isAtFoot);

export function Sidebar() {
  const isFolded = useSettings().sidebar === 'folded';
  const callsSearch = useCallsStore((state) => state.search);
  const fold = useCommand('sidebar');
  return (
    <aside
      aria-label="Sidebar"
      className={classNames(
        'flex shrink-0 flex-col border-r border-line bg-chrome',
        isFolded ? (hasTrafficLights ? 'w-20' : 'w-13') : 'w-[min(13.5rem,max(216px,24vw))]',
      )}
    >
      {hasTrafficLights && <div className="drag-region h-10 shrink-0" />}
      <div className={classNames('drag-region flex shrink-0 items-center px-2', hasTrafficLights ? 'h-10' : 'h-12')}>
        <WorkspaceMenu isFolded={isFolded} />
      </div>
      <nav aria-label="Rooms" className="flex flex-1 flex-col gap-0.5 px-2 pt-2">
        {rooms.map((room) => (
          <Fragment key={room.id}>
            {room === firstAtFoot && <div className="flex-1" />}
            <NavItem
              to={room.path}
              {...(room.id === 'calls' && { search: callsSearch })}
              label={room.label}
              icon={roomIcons[room.id]}
              isFolded={isFolded}
            />
          </Fragment>
        ))}
      </nav>
      <div
        className={classNames(
          'm-2 mt-1 flex border-t border-line pt-1',
          isFolded ? 'flex-col' : 'items-center justify-between',
        )}
      >
        <RoleNote isFolded={isFolded} />
        <IconButton
          label={fold.label}
          keys={fold.shortcut}
          unavailable={fold.unavailable}
          aria-expanded={!isFolded}
          side="right"
          icon={<PanelLeft aria-hidden size={16} />}
          onClick={fold.run}
          className={isFolded ? 'w-full!' : ''}
        />
      </div>
    </aside>
  );
}
