import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { bridge, isMac } from '../../data/bridge.ts';
import type { CommandActions, CommandContext, Feature } from '../../data/feature.ts';
import { useSession } from '../../data/session/session-query.ts';
import { bindCommands, type Command } from '../../ui/commands/command.ts';
import { features } from '../features.ts';
import { useShellCommands } from './use-shell-commands.ts';

/** Returns all commands of the window: those of the features and those of the shell. */
export function useWindowCommands(): readonly Command[] {
  const navigate = useNavigate();
  const session = useSession();
  const shellCommands = useShellCommands();
  return useMemo(() => {
    const featureCommands = createFeatureCommands(features, { session, navigate });
    return bindCommands({ ...featureCommands, ...shellCommands }, bridge.host, isMac);
  }, [navigate, session, shellCommands]);
}

/** A command without an action does not compile where the commands are bound. */
type ActionsOf<Part> = Part extends { readonly createCommands: (context: CommandContext) => infer Actions }
  ? keyof Actions
  : never;

function createFeatureCommands<Part extends Feature>(
  parts: readonly Part[],
  context: CommandContext,
): CommandActions<ActionsOf<Part>> {
  return Object.assign({}, ...parts.map(({ createCommands }) => createCommands?.(context)));
}
