import { app, BrowserWindow, ipcMain, Menu, shell, type MenuItemConstructorOptions } from 'electron';
import { commands, type CommandDefinition, type CommandId } from '../../shared/commands.ts';
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

/** Sets the native menu: the commands of the window and the standard menu roles. */
export function setUpMenu(): void {
  ipcMain.on('command-listener-ready', (event) => {
    if (pendingCommand === null || !isFromWindow(event)) return;
    event.sender.send('run-command', pendingCommand);
    pendingCommand = null;
  });
  Menu.setApplicationMenu(Menu.buildFromTemplate([...createAppMenu(), ...createMainMenus()]));
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
    ? [separator, { role: 'close' }]
    : [separator, createCommandItem('go-to-settings'), separator, { role: 'quit' }];
  return [
    {
      label: '&File',
      submenu: [
        createCommandItem('place-call'),
        createCommandItem('add-documents'),
        separator,
        createCommandItem('back-up-workspace'),
        createCommandItem('restore-backup'),
        separator,
        createCommandItem('show-sync-status'),
        createCommandItem('sync-now'),
        separator,
        createCommandItem('lock-window'),
        ...fileMenuEnd,
      ],
    },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        createCommandItem('open-palette'),
        createCommandItem('search-calls'),
        createCommandItem('search-knowledge'),
        separator,
        createCommandItem('toggle-sidebar'),
        createCommandItem('toggle-theme'),
        separator,
        // Replaces Chromium's zoom, which would not change the text size setting.
        createCommandItem('reset-text-size'),
        createCommandItem('increase-text-size'),
        createCommandItem('decrease-text-size'),
        separator,
        { role: 'togglefullscreen' },
        ...(app.isPackaged ? [] : ([{ role: 'reload' }, { role: 'toggleDevTools' }] as const)),
      ],
    },
    { label: '&Go', submenu: commands.filter(({ group }) => group === 'Go to').map(({ id }) => createCommandItem(id)) },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [createCommandItem('show-shortcuts'), createCommandItem('show-diagnostics'), createDataFolderItem()],
    },
  ];
}

const separator: MenuItemConstructorOptions = { type: 'separator' };

function createCommandItem(id: CommandId): MenuItemConstructorOptions {
  const { label, keys } = findCommand(id);
  const accelerator = toAccelerator(keys);
  return { label, ...(accelerator && { accelerator }), click: () => sendCommand(id) };
}

/** Runs in the main process, so that it also works while no workspace is open, unless the window is locked. */
function createDataFolderItem(): MenuItemConstructorOptions {
  return {
    label: findCommand('show-data-folder').label,
    click: () => void (isWindowLocked() || shell.openPath(app.getPath('userData'))),
  };
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
