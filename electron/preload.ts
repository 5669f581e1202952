import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron';
import { bridgeName, type Bridge } from '../shared/bridge.ts';
import type { Moment } from '../shared/moment-link.ts';

const bridge: Bridge = {
  host: 'electron',
  platform: process.platform,
  revealDataFolder: () => ipcRenderer.invoke('reveal-data-folder'),
  openPdf: (address) => ipcRenderer.invoke('open-pdf', address),
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
