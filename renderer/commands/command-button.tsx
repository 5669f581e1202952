import type { ReactNode } from 'react';
import type { CommandId } from '../../shared/commands.ts';
import { Button } from '../ui/button.tsx';
import { useCommand } from './command-context.tsx';

type CommandButtonProps = {
  readonly id: CommandId;
  readonly icon: ReactNode;
  readonly children: string;
  /** A panel beside the room has the main action for as long as it is open. */
  readonly isSecondary?: boolean;
};

/** The main action of a room, where it is one of the commands. */
export function CommandButton({ id, icon, children, isSecondary = false }: CommandButtonProps) {
  const { run, shortcut, disabledReason } = useCommand(id);
  return (
    <Button
      variant={isSecondary ? 'plain' : 'primary'}
      size="large"
      icon={icon}
      disabledReason={disabledReason}
      shortcut={shortcut}
      onClick={run}
    >
      {children}
    </Button>
  );
}
