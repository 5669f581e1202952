import { createContext, use } from 'react';
import type { CommandId } from '../../shared/commands.ts';
import { isMac } from '../bridge.ts';
import type { Command } from './command.ts';
import { formatShortcut } from './shortcut.ts';

const CommandContext = createContext<readonly Command[]>([]);

export const CommandProvider = CommandContext.Provider;

/** All commands of the window, in the order of the one list. */
export function useCommands(): readonly Command[] {
  return use(CommandContext);
}

/** A command by its id, with its shortcut as this platform writes it. */
export function useCommand(id: CommandId): Command & { readonly shortcut: string | undefined } {
  const command = useCommands().find((candidate) => candidate.id === id);
  if (!command) throw new Error(`There is no command ${id} here.`);
  return { ...command, shortcut: command.keys === null ? undefined : formatShortcut(command.keys, isMac) };
}
