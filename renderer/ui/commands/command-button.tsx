import type { ReactNode } from 'react';
import type { CommandId } from '../../../shared/window/commands.ts';
import { Button } from '../buttons/button.tsx';
import { useCommand } from './command-context.tsx';

type CommandButtonProps = {
  readonly id: CommandId;
  readonly icon: ReactNode;
  readonly children: string;
  /** Set while an open panel contains the primary action of the view. */
  readonly isSecondary?: boolean;
};

/** The primary button of a view, which runs a command. */
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
