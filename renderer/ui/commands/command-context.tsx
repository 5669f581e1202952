import { createContext, use } from 'react';
import type { CommandId } from '../../../shared/window/commands.ts';
import { isMac } from '../../data/bridge.ts';
import type { Command } from './command.ts';
import { formatShortcut } from './shortcut.ts';

const CommandContext = createContext<readonly Command[]>([]);

export const CommandProvider = CommandContext.Provider;

/** Returns all commands of the window, in the order of `shared/window/commands.ts`. */
export function useCommands(): readonly Command[] {
  return use(CommandContext);
}

/** Returns a command with its shortcut in the notation of the platform. */
export function useCommand(id: CommandId): Command & { readonly shortcut: string | undefined } {
  const command = useCommands().find((candidate) => candidate.id === id);
  if (!command) throw new Error(`No provider has the command ${id}.`);
  return { ...command, shortcut: command.keys === null ? undefined : formatShortcut(command.keys, isMac) };
}
