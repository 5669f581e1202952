import { createContext, use } from 'react';
import type { MenuCommandId } from '../../shared/commands.ts';
import { isMac } from '../bridge.ts';
import type { Command } from './command.ts';
import { formatShortcut } from './shortcut.ts';

const CommandContext = createContext<readonly Command[]>([]);

export const CommandProvider = CommandContext.Provider;

/** A command by its id, with its shortcut as this platform writes it. */
export function useCommand(id: MenuCommandId): Command & { readonly shortcut: string } {
  const command = use(CommandContext).find((candidate) => candidate.id === id);
  if (!command) throw new Error(`There is no command ${id} here.`);
  return { ...command, shortcut: formatShortcut(command.keys, isMac) };
}
