import { Bookmark, CircleHelp, Eye, type LucideIcon } from 'lucide-react';
import { useMemo } from 'react';
import { goToId, type CommandGroup, type CommandId } from '../../shared/commands.ts';
import { rooms } from '../../shared/rooms.ts';
import { isMac } from '../bridge.ts';
import { useCommands } from '../commands/command-context.tsx';
import { formatShortcut } from '../commands/shortcut.ts';
import { roomIcons } from '../frame/room-icons.ts';
import type { Entry } from './entry.ts';

const groupIcons: Readonly<Record<CommandGroup, LucideIcon>> = {
  'Go to': Bookmark,
  Calls: roomIcons.calls,
  Knowledge: roomIcons.knowledge,
  Agents: roomIcons.agents,
  Keys: roomIcons.keys,
  View: Eye,
  Help: CircleHelp,
};

const goToIcons = new Map<CommandId, LucideIcon>(rooms.map(({ id }) => [goToId(id), roomIcons[id]]));

export type CommandEntry = Entry & { readonly group: CommandGroup };

/** Every command but the palette itself, in the order of the one list. */
export function useCommandEntries(): readonly CommandEntry[] {
  const commands = useCommands();
  return useMemo(
    () =>
      commands
        .filter(({ id }) => id !== 'palette')
        .map(({ id, label, group, keys, unavailable, run }) => ({
          id: `command:${id}`,
          label,
          detail: null,
          kind: 'Command',
          group,
          icon: goToIcons.get(id) ?? groupIcons[group],
          shortcut: keys === null ? undefined : formatShortcut(keys, isMac),
          unavailable,
          run,
        })),
    [commands],
  );
}
