import { app, BrowserWindow, ipcMain, Menu, shell, type MenuItemConstructorOptions } from 'electron';
import {
  commands,
  getRoleCommandId,
  type CommandDefinition,
  type CommandGroup,
  type CommandId,
} from '../../shared/commands.ts';
import { isFromWindow } from './restrict-web-contents.ts';
import { toAccelerator } from './to-accelerator.ts';
import { showWindow } from './window.ts';
import { isWindowLocked } from './window-lock.ts';

const isMac = process.platform === 'darwin';

/** Shows no menu until `setUpMenu`: Electron would create one before the window opens. Must run before the app is ready. */
export function replaceDefaultMenu(): void {
  Menu.setApplicationMenu(null);
}

/** It waits for the window, which is being opened for it. */
let pendingCommand: CommandId | null = null;

/** Sets the native menu: the commands of the window, which says which of them it can run now, and the standard menu roles. */
export function setUpMenu(): void {
  const menu = Menu.buildFromTemplate([...createAppMenu(), ...createMainMenus()]);
  Menu.setApplicationMenu(menu);
  ipcMain.on('command-listener-ready', (event, ids: unknown) => {
    if (!isFromWindow(event) || !Array.isArray(ids)) return;
    enableItems(menu, (id) => ids.includes(id));
    if (pendingCommand !== null) event.sender.send('run-command', pendingCommand);
    pendingCommand = null;
  });
  // Until the next page listens. Without a window, on macOS, an item opens one.
  const disable = () => enableItems(menu, () => false);
  app.on('web-contents-created', (_event, contents) => {
    contents.on(
      'did-start-navigation',
      ({ isMainFrame, isSameDocument }) => isMainFrame && !isSameDocument && disable(),
    );
  });
  app.on('window-all-closed', () => enableItems(menu, () => true));
}

function enableItems(menu: Menu, canRun: (id: CommandId) => boolean): void {
  for (const item of menu.items.flatMap(({ submenu }) => submenu?.items ?? [])) {
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
  return { id, label, ...(accelerator && { accelerator }), click };
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

/** Sends the command to the window. On macOS the window may be closed: it is opened, and runs the command once it listens. */
function sendCommand(id: CommandId): void {
  const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];
  if (window) return window.webContents.send('run-command', id);
  pendingCommand = id;
  showWindow();
}
