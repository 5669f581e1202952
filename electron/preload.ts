import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron';
import { bridgeName, localeArgument, type Bridge } from '../shared/bridge.ts';
import type { Moment } from '../shared/moment-link.ts';

function readArgument(name: string): string | undefined {
  return process.argv.find((argument) => argument.startsWith(name))?.slice(name.length);
}

const bridge: Bridge = {
  host: 'electron',
  platform: process.platform,
  revealDataFolder: () => ipcRenderer.invoke('reveal-data-folder'),
  openPdf: (address) => ipcRenderer.invoke('open-pdf', address),
  opensAtLogin: () => ipcRenderer.invoke('opens-at-login'),
  setOpensAtLogin: (opens) => ipcRenderer.invoke('set-opens-at-login', opens),
  systemLocale: readArgument(localeArgument),
  onCommand: (listener) => {
    const hear = (_event: IpcRendererEvent, commandId: string): void => listener(commandId);
    ipcRenderer.on('command', hear);
    return () => ipcRenderer.off('command', hear);
  },
  onOpenLink: (listener) => {
    const hear = (_event: IpcRendererEvent, moment: Moment): void => listener(moment);
    ipcRenderer.on('link', hear);
    ipcRenderer.send('links-wanted');
    return () => ipcRenderer.off('link', hear);
  },
};

contextBridge.exposeInMainWorld(bridgeName, bridge);
