import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron';
import {
  bridgeName,
  localeArgumentPrefix,
  spellingArgument,
  type Bridge,
  type OpenedItem,
} from '../shared/window/bridge.ts';

function readArgument(name: string): string | undefined {
  return process.argv.find((argument) => argument.startsWith(name))?.slice(name.length);
}

const bridge: Bridge = {
  host: 'electron',
  platform: process.platform,
  revealDataFolder: () => ipcRenderer.invoke('reveal-data-folder'),
  openPdf: (address) => ipcRenderer.invoke('open-pdf', address),
  keepOverview: (html) => ipcRenderer.send('keep-overview', html),
  reportUploads: (uploads) => ipcRenderer.send('report-uploads', uploads),
  prepareFileDrag: (item) => ipcRenderer.send('prepare-file-drag', item),
  startFileDrag: (item) => ipcRenderer.send('start-file-drag', item),
  showBackup: (path) => ipcRenderer.invoke('show-backup', path),
  chooseFolder: () => ipcRenderer.invoke('choose-folder'),
  getOpenAtLogin: () => ipcRenderer.invoke('get-open-at-login'),
  setOpenAtLogin: (isEnabled) => ipcRenderer.invoke('set-open-at-login', isEnabled),
  systemLocale: readArgument(localeArgumentPrefix),
  checksSpelling: process.argv.includes(spellingArgument),
  onCommand: (commandIds, listener) => {
    const handleCommand = (_event: IpcRendererEvent, commandId: string): void => listener(commandId);
    ipcRenderer.on('run-command', handleCommand);
    ipcRenderer.send('command-listener-ready', commandIds);
    return () => ipcRenderer.off('run-command', handleCommand);
  },
  onOpenItem: (kinds, listener) => {
    const handleItem = (_event: IpcRendererEvent, item: OpenedItem): void => listener(item);
    ipcRenderer.on('open-item', handleItem);
    ipcRenderer.send('open-listener-ready', kinds);
    return () => ipcRenderer.off('open-item', handleItem);
  },
  canUseTouchId: () => ipcRenderer.invoke('can-use-touch-id'),
  unlockWithTouchId: () => ipcRenderer.invoke('unlock-with-touch-id'),
  showWindow: () => ipcRenderer.invoke('show-window'),
  readOpenedFile: (token) => ipcRenderer.invoke('read-opened-file', token),
  uploadOpenedBackup: (token) => ipcRenderer.invoke('upload-opened-backup', token),
};

contextBridge.exposeInMainWorld(bridgeName, bridge);
