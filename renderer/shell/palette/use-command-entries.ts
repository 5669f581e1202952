import { Bookmark, Building2, CircleHelp, Eye, type LucideIcon } from 'lucide-react';
import { useMemo } from 'react';
import { getGoToCommandId, type CommandGroup, type CommandId } from '../../../shared/window/commands.ts';
import { views } from '../../../shared/window/views.ts';
import { useCommands } from '../../ui/commands/command-context.tsx';
import { viewIcons } from '../frame/view-icons.ts';
import type { PaletteEntry } from '../../data/palette-entry.ts';

const groupIcons: Readonly<Record<CommandGroup, LucideIcon>> = {
  'Go to': Bookmark,
  Calls: viewIcons.calls,
  Knowledge: viewIcons.knowledge,
  Agents: viewIcons.agents,
  'API keys': viewIcons.keys,
  Workspace: Building2,
  View: Eye,
  Help: CircleHelp,
};

const goToIcons: ReadonlyMap<CommandId, LucideIcon> = new Map(
  views.map(({ id }) => [getGoToCommandId(id), viewIcons[id]]),
);

export type CommandEntry = PaletteEntry & { readonly group: CommandGroup };

/** Returns an entry for every command except the one that opens the palette. */
export function useCommandEntries(): readonly CommandEntry[] {
  const commands = useCommands();
  return useMemo(
    () =>
      commands
        .filter(({ id }) => id !== 'open-palette')
        .map(({ id, label, group, shortcut, disabledReason, run }) => ({
          id: `command:${id}`,
          label,
          detail: null,
          kind: 'Command',
          group,
          icon: goToIcons.get(id) ?? groupIcons[group],
          shortcut,
          disabledReason,
          run,
        })),
    [commands],
  );
}
