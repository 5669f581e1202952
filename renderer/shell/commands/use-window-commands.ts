import { useMemo } from 'react';
import { bridge, isMac } from '../../data/bridge.ts';
import type { CommandActions, WindowContext, Feature } from '../../data/feature.ts';
import { bindCommands, type Command } from '../../ui/commands/command.ts';
import { features } from '../features.ts';
import { useWindowContext } from '../use-window-context.ts';
import { useShellCommands } from './use-shell-commands.ts';

/** Returns all commands of the window: the features' and the shell's. */
export function useWindowCommands(): readonly Command[] {
  const context = useWindowContext();
  const shellCommands = useShellCommands();
  return useMemo(() => {
    const featureCommands = Object.assign(
      {},
      ...features.map(({ createCommands }: Feature) => createCommands?.(context)),
    ) as CommandActions<FeatureCommand>; // assign loses the keys
    return bindCommands({ ...featureCommands, ...shellCommands }, bridge.host, isMac);
  }, [context, shellCommands]);
}

/** The commands of any feature. One that neither a feature nor the shell has does not compile where the commands are bound. */
type FeatureCommand = CommandOf<(typeof features)[number]>;

type CommandOf<Part> = Part extends { readonly createCommands: (context: WindowContext) => infer Actions }
  ? keyof Actions
  : never;
