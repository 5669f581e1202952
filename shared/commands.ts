/**
 * The window's commands that the native menu offers too; the window knows them by the same ids. `accelerator` is written
 * as Electron does (`CmdOrCtrl` is Command on a Mac and Control elsewhere); null where the key alone would be one, which
 * a native menu would take away from every text field.
 */
export const menuCommands = [
  { id: 'place-call', label: 'Place a call…', accelerator: 'CmdOrCtrl+N' },
  { id: 'search-calls', label: 'Search what was said', accelerator: 'CmdOrCtrl+Shift+F' },
  { id: 'add-documents', label: 'Add documents…', accelerator: 'CmdOrCtrl+O' },
  { id: 'ask', label: 'Ask the knowledge base', accelerator: null },
  { id: 'billing', label: 'Show billing', accelerator: 'CmdOrCtrl+Shift+B' },
  { id: 'sidebar', label: 'Fold or unfold the sidebar', accelerator: 'CmdOrCtrl+B' },
  { id: 'settings', label: 'Settings…', accelerator: 'CmdOrCtrl+,' },
] as const;

export type MenuCommandId = (typeof menuCommands)[number]['id'];
