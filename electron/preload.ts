import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron';
import { bridgeName, localeArgumentPrefix, type Bridge } from '../shared/bridge.ts';
import type { CallLink } from '../shared/call-link.ts';

function readArgument(name: string): string | undefined {
  return process.argv.find((argument) => argument.startsWith(name))?.slice(name.length);
}

const bridge: Bridge = {
  host: 'electron',
  platform: process.platform,
  revealDataFolder: () => ipcRenderer.invoke('reveal-data-folder'),
  openPdf: (address) => ipcRenderer.invoke('open-pdf', address),
  getOpenAtLogin: () => ipcRenderer.invoke('get-open-at-login'),
  setOpenAtLogin: (isEnabled) => ipcRenderer.invoke('set-open-at-login', isEnabled),
  systemLocale: readArgument(localeArgumentPrefix),
  onCommand: (listener) => {
    const handleCommand = (_event: IpcRendererEvent, commandId: string): void => listener(commandId);
    ipcRenderer.on('run-command', handleCommand);
    return () => ipcRenderer.off('run-command', handleCommand);
  },
  onOpenLink: (listener) => {
    const handleLink = (_event: IpcRendererEvent, link: CallLink): void => listener(link);
    ipcRenderer.on('open-link', handleLink);
    ipcRenderer.send('link-listener-ready');
    return () => ipcRenderer.off('open-link', handleLink);
  },
};

contextBridge.exposeInMainWorld(bridgeName, bridge);
