import { commands, type CommandDefinition, type CommandId } from '../../../shared/window/commands.ts';
import { formatShortcut } from './shortcut.ts';

/** The state and the action of a command in the current view. */
export type CommandAction = {
  /** The reason why the command cannot run now, or null. */
  readonly disabledReason: string | null;
  readonly run: () => void;
  /** Replaces the label of the definition, as in "Collapse sidebar" for "Toggle sidebar". */
  readonly label?: string;
};

/** Returns the action of a command that can always run. */
export function alwaysEnabled(run: () => void): CommandAction {
  return { disabledReason: null, run };
}

/** A command with its action and the shortcut of the current host. */
export type Command = CommandDefinition<CommandId> &
  CommandAction & {
    /** The keys in the notation of the platform. */
    readonly shortcut?: string | undefined;
  };

/** Returns all commands, each with its action and the shortcut of the host. */
export function bindCommands(
  actions: Readonly<Record<CommandId, CommandAction>>,
  host: 'electron' | 'browser',
  isMac: boolean,
): readonly Command[] {
  return commands.map(({ browserKeys, ...definition }) => {
    const keys = host === 'browser' && browserKeys !== undefined ? browserKeys : definition.keys;
    const shortcut = keys === null ? undefined : formatShortcut(keys, isMac);
    return { ...definition, keys, shortcut, ...actions[definition.id] };
  });
}
