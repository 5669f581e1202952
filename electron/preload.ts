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
  getOpenAtLogin: () => ipcRenderer.invoke('opens-at-login'),
  setOpenAtLogin: (opens) => ipcRenderer.invoke('set-open-at-login', opens),
  systemLocale: readArgument(localeArgumentPrefix),
  onCommand: (listener) => {
    const hear = (_event: IpcRendererEvent, commandId: string): void => listener(commandId);
    ipcRenderer.on('command', hear);
    return () => ipcRenderer.off('command', hear);
  },
  onOpenLink: (listener) => {
    const hear = (_event: IpcRendererEvent, moment: CallLink): void => listener(moment);
    ipcRenderer.on('link', hear);
    ipcRenderer.send('link-listener-ready');
    return () => ipcRenderer.off('link', hear);
  },
};

contextBridge.exposeInMainWorld(bridgeName, bridge);
