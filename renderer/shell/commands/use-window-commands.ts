import { useMemo } from 'react';
import { bridge, isMac } from '../../data/bridge.ts';
import type { CommandActions, WindowContext, Feature } from '../../data/feature.ts';
import { bindCommands, type Command } from '../../ui/commands/command.ts';
import { features } from '../features.ts';
import { useWindowContext } from '../use-window-context.ts';
import { useShellCommands } from './use-shell-commands.ts';

/** Returns all commands of the window: those of the features and those of the shell. */
export function useWindowCommands(): readonly Command[] {
  const context = useWindowContext();
  const shellCommands = useShellCommands();
  return useMemo(() => {
    const featureCommands = createFeatureCommands(features, context);
    return bindCommands({ ...featureCommands, ...shellCommands }, bridge.host, isMac);
  }, [context, shellCommands]);
}

/** A command without an action does not compile where the commands are bound. */
type ActionsOf<Part> = Part extends { readonly createCommands: (context: WindowContext) => infer Actions }
  ? keyof Actions
  : never;

function createFeatureCommands<Part extends Feature>(
  parts: readonly Part[],
  context: WindowContext,
): CommandActions<ActionsOf<Part>> {
  return Object.assign({}, ...parts.map(({ createCommands }) => createCommands?.(context)));
}
