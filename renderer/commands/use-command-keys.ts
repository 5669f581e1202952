import { useEffect } from 'react';
import { bridge, isMac } from '../bridge.ts';
import type { Command } from './command.ts';
import { isDialogOpen, isTyping } from './key-target.ts';
import { isShortcut } from './shortcut.ts';

/** Runs commands by their shortcuts and by the choices of the native menu. */
export function useCommandKeys(commands: readonly Command[]): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || isDialogOpen()) return;
      const command = commands.find(({ keys }) => isShortcut(event, keys, isMac));
      if (!command || (!command.keys.startsWith('mod+') && isTyping(event.target))) return;
      event.preventDefault();
      if (!event.repeat) runCommand(command);
    };
    globalThis.addEventListener('keydown', onKeyDown);
    const stopMenu = bridge.onCommand((id) => {
      const command = commands.find((candidate) => candidate.id === id);
      if (command && !isDialogOpen()) runCommand(command);
    });
    return () => {
      globalThis.removeEventListener('keydown', onKeyDown);
      stopMenu();
    };
  }, [commands]);
}

function runCommand(command: Command) {
  if (command.unavailable === null) command.run();
}
