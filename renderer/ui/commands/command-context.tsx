import { createContext, use } from 'react';
import type { CommandId } from '../../../shared/window/commands.ts';
import type { Command } from './command.ts';

const CommandContext = createContext<readonly Command[]>([]);

export const CommandProvider = CommandContext.Provider;

/** Returns all commands of the window, in the order of `shared/window/commands.ts`. */
export function useCommands(): readonly Command[] {
  return use(CommandContext);
}

export function useCommand(id: CommandId): Command {
  const command = useCommands().find((candidate) => candidate.id === id);
  if (!command) throw new Error(`No provider has the command ${id}.`);
  return command;
}
