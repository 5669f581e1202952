import type { ReactNode } from 'react';
import type { CommandId } from '../../shared/commands.ts';
import { Button } from '../ui/button.tsx';
import { useCommand } from './command-context.tsx';

type CommandButtonProps = {
  readonly id: CommandId;
  readonly icon: ReactNode;
  readonly children: string;
  /** A panel beside the room has the main action for as long as it is open. */
  readonly stepsBack?: boolean;
};

/** The main action of a room, where it is one of the commands. */
export function CommandButton({ id, icon, children, stepsBack = false }: CommandButtonProps) {
  const { run, shortcut, unavailable } = useCommand(id);
  return (
    <Button
      look={stepsBack ? 'plain' : 'primary'}
      size="large"
      icon={icon}
      unavailable={unavailable}
      keys={shortcut}
      onClick={run}
    >
      {children}
    </Button>
  );
}
