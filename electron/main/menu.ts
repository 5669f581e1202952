import { app, BrowserWindow, Menu, shell, type MenuItemConstructorOptions } from 'electron';
import { menuCommands, type MenuCommandId } from '../../shared/commands.ts';

const isMac = process.platform === 'darwin';

/** The native menu: the window's own commands from shared data, and the roles that every program has. */
export function setUpMenu(): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate([...appMenu(), ...mainMenus()]));
}

function appMenu(): MenuItemConstructorOptions[] {
  if (!isMac) return [];
  const settings = [commandItem('settings'), separator];
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

function mainMenus(): MenuItemConstructorOptions[] {
  const ofFile: MenuItemConstructorOptions[] = isMac
    ? [separator, { role: 'close' }]
    : [separator, commandItem('settings'), separator, { role: 'quit' }];
  return [
    { label: '&File', submenu: [commandItem('place-call'), commandItem('add-documents'), ...ofFile] },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        commandItem('search-calls'),
        commandItem('ask'),
        commandItem('billing'),
        commandItem('sidebar'),
        separator,
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        separator,
        { role: 'togglefullscreen' },
        ...(app.isPackaged ? [] : ([{ role: 'reload' }, { role: 'toggleDevTools' }] as const)),
      ],
    },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [{ label: 'Show the Data Folder', click: () => void shell.openPath(app.getPath('userData')) }],
    },
  ];
}

const separator: MenuItemConstructorOptions = { type: 'separator' };

function commandItem(id: MenuCommandId): MenuItemConstructorOptions {
  const command = menuCommands.find((one) => one.id === id);
  if (!command) throw new TypeError(`There is no command ${id}.`);
  const { label, accelerator } = command;
  return { label, ...(accelerator && { accelerator }), click: () => sendCommand(id) };
}

function sendCommand(id: MenuCommandId): void {
  const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];
  window?.webContents.send('command', id);
}
