import type { CommandData, CommandId } from '../../shared/commands.ts';

/** What a command does here and now. */
export type Deed = {
  /** Why it cannot run now, or null. */
  readonly unavailable: string | null;
  readonly run: () => void;
  /** What it would do now, where that is more exact than its own name. */
  readonly label?: string;
};

/** Something that the window can do, with the keys of the host that it runs in. */
export type Command = CommandData<CommandId> & Deed;
