import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron';
import { bridgeName, type Bridge } from '../shared/bridge.ts';

const bridge: Bridge = {
  host: 'electron',
  platform: process.platform,
  revealDataFolder: () => ipcRenderer.invoke('reveal-data-folder'),
  onCommand: (listener) => {
    const hear = (_event: IpcRendererEvent, commandId: string): void => listener(commandId);
    ipcRenderer.on('command', hear);
    return () => ipcRenderer.off('command', hear);
  },
};

contextBridge.exposeInMainWorld(bridgeName, bridge);
