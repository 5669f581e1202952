import type { CommandDefinition, CommandId } from '../../shared/commands.ts';

/** What a command does here and now. */
export type CommandAction = {
  /** Why it cannot run now, or null. */
  readonly disabledReason: string | null;
  readonly run: () => void;
  /** What it would do now, where that is more exact than its own name. */
  readonly label?: string;
};

/** Something that the window can do, with the keys of the host that it runs in. */
export type Command = CommandDefinition<CommandId> & CommandAction;
