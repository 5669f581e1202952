/**
 * The window's commands that the native menu offers too. `keys` is an accelerator as Electron writes it; `CmdOrCtrl` is
 * Command on a Mac and Control elsewhere.
 */
export const commands = [
  { id: 'add-documents', label: 'Add Documents…', keys: 'CmdOrCtrl+O' },
  { id: 'focus-ask', label: 'Ask the Knowledge Base', keys: 'CmdOrCtrl+L' },
  { id: 'toggle-sidebar', label: 'Toggle Sidebar', keys: 'CmdOrCtrl+B' },
  { id: 'settings', label: 'Settings…', keys: 'CmdOrCtrl+,' },
] as const;

export type Command = (typeof commands)[number];

export type CommandId = Command['id'];
