import { isMac } from '../../bridge.ts';
import { formatShortcut } from '../../commands/shortcut.ts';
import type { ShortcutHint } from '../../ui/shortcut-hints.tsx';

/** The shortcuts that select calls in the list, for the list of shortcuts. */
export const selectionShortcuts: readonly ShortcutHint[] = [
  { keys: ['X'], description: 'Select or unselect call' },
  { keys: ['Shift+↑', 'Shift+↓'], description: 'Extend selection' },
  { keys: [formatShortcut('mod+a', isMac)], description: 'Select all loaded calls' },
  { keys: ['Esc'], description: 'Clear selection' },
];
