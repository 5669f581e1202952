import { commands, type CommandDefinition, type CommandId } from '../../../shared/window/commands.ts';

/** The state and the action of a command in the current view. */
export type CommandAction = {
  /** The reason why the command cannot run now, or null. */
  readonly disabledReason: string | null;
  readonly run: () => void;
  /** Replaces the label of the definition, as in "Collapse sidebar" for "Toggle sidebar". */
  readonly label?: string;
};

/** A command with its action and the shortcut of the current host. */
export type Command = CommandDefinition<CommandId> & CommandAction;

/** Returns all commands, each with its action and the shortcut of the host. */
export function bindCommands(
  actions: Readonly<Record<CommandId, CommandAction>>,
  host: 'electron' | 'browser',
): readonly Command[] {
  return commands.map(({ browserKeys, ...definition }) => ({
    ...definition,
    keys: host === 'browser' && browserKeys !== undefined ? browserKeys : definition.keys,
    ...actions[definition.id],
  }));
}
