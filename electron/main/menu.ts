import { app, BrowserWindow, ipcMain, Menu, shell, type MenuItemConstructorOptions } from 'electron';
import {
  commands,
  getRoleCommandId,
  type CommandDefinition,
  type CommandGroup,
  type CommandId,
} from '../../shared/window/commands.ts';
import { onPageGone } from './recover-page.ts';
import { isFromWindow } from './restrict-web-contents.ts';
import { toAccelerator } from './to-accelerator.ts';
import { showWindow } from './window.ts';
import { isWindowLocked } from './window-lock.ts';

const isMac = process.platform === 'darwin';

/** The command to run once the page of the window that it opened listens. */
let pendingCommand: CommandId | null = null;

/**
 * Shows no menu until `setUpMenu`: Electron would create one before the window opens. Must run before the app is ready. Later,
 * the items are disabled from each new page until it listens.
 */
export function replaceDefaultMenu(): void {
  Menu.setApplicationMenu(null);
  app.on('web-contents-created', (_event, contents) => onPageGone(contents, () => enableItems(() => false)));
  // On macOS, an item then opens a window.
  app.on('window-all-closed', () => enableItems(() => true));
}

/** Sets the native menu: the commands of the window, which says which of them it can run now, and the standard menu roles. */
export function setUpMenu(): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate([...createAppMenu(), ...createMainMenus()]));
  ipcMain.on('command-listener-ready', (event, ids: unknown) => {
    if (!isFromWindow(event) || !Array.isArray(ids)) return;
    enableItems((id) => ids.includes(id));
    if (pendingCommand !== null && ids.includes(pendingCommand)) event.sender.send('run-command', pendingCommand);
    pendingCommand = null;
  });
}

function enableItems(canRun: (id: CommandId) => boolean): void {
  const menus = Menu.getApplicationMenu()?.items ?? [];
  for (const item of menus.flatMap(({ submenu }) => submenu?.items ?? [])) {
    const command = commands.find(({ id }) => id === item.id);
    if (command) item.enabled = command.id === 'show-data-folder' || canRun(command.id);
  }
}

function createAppMenu(): MenuItemConstructorOptions[] {
  if (!isMac) return [];
  const settings = [createCommandItem('go-to-settings'), separator];
  const items = [
    { role: 'about' },
    separator,
    ...settings,
    { role: 'hide' },
    { role: 'hideOthers' },
    { role: 'unhide' },
  ];
  return [{ label: app.name, submenu: [...items, separator, { role: 'quit' }] as MenuItemConstructorOptions[] }]; // literals widen in the list
}

function createMainMenus(): MenuItemConstructorOptions[] {
  const fileMenuEnd: MenuItemConstructorOptions[] = isMac
    ? [{ role: 'close' }]
    : [createCommandItem('go-to-settings'), separator, { role: 'quit' }];
  return [
    {
      label: '&File',
      submenu: [
        ...createGroup('Workspace'),
        separator,
        ...createGroup('Agents', 'API keys'),
        separator,
        ...fileMenuEnd,
      ],
    },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        ...createGroup('View'),
        separator,
        { role: 'togglefullscreen' },
        ...(app.isPackaged ? [] : ([{ role: 'reload' }, { role: 'toggleDevTools' }] as const)),
      ],
    },
    { label: '&Calls', submenu: createGroup('Calls') },
    { label: '&Knowledge', submenu: createGroup('Knowledge') },
    { label: '&Go', submenu: createGroup('Go to') },
    { role: 'windowMenu' },
    { role: 'help', submenu: createGroup('Help') },
  ];
}

/** The items that follow a separator. The text size replaces Chromium's zoom, which would not change that setting. */
const sectionStarts: ReadonlySet<CommandId> = new Set([
  'back-up-workspace',
  'show-sync-status',
  'lock-window',
  'increase-text-size',
  getRoleCommandId('admin'),
]);

function createGroup(...groups: readonly CommandGroup[]): MenuItemConstructorOptions[] {
  const ids = commands.filter(({ group }) => groups.includes(group)).map(({ id }) => id);
  return ids.flatMap((id) => [...(sectionStarts.has(id) ? [separator] : []), createCommandItem(id)]);
}

const separator: MenuItemConstructorOptions = { type: 'separator' };

function createCommandItem(id: CommandId): MenuItemConstructorOptions {
  const { label, keys } = findCommand(id);
  const accelerator = toAccelerator(keys);
  const click = () => (id === 'show-data-folder' ? showDataFolder() : sendCommand(id));
  return { id, label, enabled: id === 'show-data-folder', ...(accelerator && { accelerator }), click };
}

/** Runs in the main process, so that it also works while no workspace is open, unless the window is locked. */
function showDataFolder(): void {
  if (!isWindowLocked()) void shell.openPath(app.getPath('userData'));
}

function findCommand(id: CommandId): CommandDefinition<CommandId> {
  const command = commands.find((candidate) => candidate.id === id);
  if (!command) throw new TypeError(`Unknown command: ${id}`);
  return command;
}

/** Sends the command to the window. On macOS the window may be hidden or closed: it is shown, or opened to run the command. */
function sendCommand(id: CommandId): void {
  const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];
  if (!window) pendingCommand = id;
  if (!window?.isVisible()) showWindow();
  window?.webContents.send('run-command', id);
}
