import { useEffect } from 'react';
import { bridge, isMac } from '../../data/bridge.ts';
import type { Command } from '../../ui/commands/command.ts';
import { startSequence, clearSequence, getPendingKey } from '../../ui/commands/key-sequence.ts';
import { isDialogOpen, isTextInput } from '../../ui/commands/key-target.ts';
import { useOverlay } from '../../data/overlay-store.ts';
import { isShortcut, splitSequence } from '../../ui/commands/shortcut.ts';

/** Runs commands on their shortcuts and on clicks in the native menu. */
export function useCommandShortcuts(commands: readonly Command[]): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // Keys pressed while an overlay is still opening are meant for the overlay.
      if (event.defaultPrevented || event.isComposing || isDialogOpen() || useOverlay.getState().open !== null) return;
      const command = findCommand(commands, event);
      if (command && (command.keys?.startsWith('mod+') || !isTextInput(event.target))) {
        event.preventDefault();
        clearSequence();
        if (!event.repeat) runCommand(command);
      } else if (event.key !== 'Shift') startSequenceIfFirstKey(commands, event);
    };
    globalThis.addEventListener('keydown', onKeyDown);
    const ids = commands.filter(({ disabledReason }) => disabledReason === null).map(({ id }) => id);
    const unsubscribe = bridge.onCommand(ids, (id) => {
      const command = commands.find((candidate) => candidate.id === id);
      if (command && !isDialogOpen()) runCommand(command);
    });
    return () => {
      globalThis.removeEventListener('keydown', onKeyDown);
      unsubscribe();
    };
  }, [commands]);
}

/** Returns the command whose shortcut the press matches or completes. */
function findCommand(commands: readonly Command[], event: KeyboardEvent): Command | undefined {
  const first = getPendingKey(event);
  return commands.find(({ keys }) => {
    if (keys === null) return false;
    const sequence = splitSequence(keys);
    if (!sequence) return first === null && isShortcut(event, keys, isMac);
    return sequence[0] === first && isShortcut(event, sequence[1], isMac);
  });
}

function startSequenceIfFirstKey(commands: readonly Command[], event: KeyboardEvent): void {
  clearSequence();
  if (event.repeat || isTextInput(event.target)) return;
  const firstKeys = commands.flatMap(({ keys }) => (keys && splitSequence(keys)?.[0]) || []);
  const first = firstKeys.find((key) => isShortcut(event, key, isMac));
  if (first) startSequence(first, event);
}

function runCommand(command: Command) {
  if (command.disabledReason === null) command.run();
}
