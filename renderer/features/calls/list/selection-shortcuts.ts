import { isMac } from '../../../data/bridge.ts';
import { formatShortcut } from '../../../ui/commands/shortcut.ts';
import type { ShortcutHint } from '../../../ui/buttons/shortcut-hints.tsx';

/** The shortcuts that select calls in the list, for the list of shortcuts. */
export const selectionShortcuts: readonly ShortcutHint[] = [
  { keys: ['X'], description: 'Select or unselect call' },
  { keys: ['Shift+↑', 'Shift+↓'], description: 'Extend selection' },
  { keys: [formatShortcut('mod+a', isMac)], description: 'Select all loaded calls' },
  { keys: ['Esc'], description: 'Clear selection' },
];
