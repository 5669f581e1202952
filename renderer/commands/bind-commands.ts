import { commands, type CommandId } from '../../shared/commands.ts';
import type { Command, CommandAction } from './command.ts';

/** The one list, each command with its deed and the keys of the host. */
export function bindCommands(
  deeds: Readonly<Record<CommandId, CommandAction>>,
  host: 'electron' | 'browser',
): readonly Command[] {
  return commands.map(({ browserKeys, ...data }) => ({
    ...data,
    keys: host === 'browser' && browserKeys !== undefined ? browserKeys : data.keys,
    ...deeds[data.id],
  }));
}
