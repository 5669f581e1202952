import { bridgeName, type Bridge } from '../../shared/window/bridge.ts';

/** The bridge of the browser host, which has no access to the operating system. */
const browserBridge: Bridge = {
  host: 'browser',
  platform: detectPlatform(navigator.platform),
  revealDataFolder: () => Promise.resolve(false),
  openPdf: (address) => {
    window.open(address, '_blank', 'noopener');
    return Promise.resolve(true);
  },
  keepOverview: () => {},
  reportUploads: () => {},
  prepareFileDrag: () => {},
  startFileDrag: () => {},
  showBackup: () => Promise.resolve(false),
  chooseFolder: () => Promise.resolve(null),
  getOpenAtLogin: () => Promise.resolve(null),
  setOpenAtLogin: () => Promise.resolve(null),
  systemLocale: undefined,
  checksSpelling: true,
  onCommand: () => () => {},
  onOpenItem: () => () => {}, // links open the page itself, and files are dropped on it
  canUseTouchId: () => Promise.resolve(false),
  unlockWithTouchId: () => Promise.resolve(false),
  showWindow: () => Promise.resolve(window.focus()),
  readOpenedFile: () => Promise.resolve(null),
  uploadOpenedBackup: () => Promise.resolve(null),
};

// The preload script exposes the bridge on the global object, which TypeScript cannot know.
const preloadBridge = (globalThis as { readonly [bridgeName]?: Bridge })[bridgeName];

export const bridge: Bridge = preloadBridge ?? browserBridge;

export const isMac = bridge.platform === 'darwin';

/** Whether macOS draws its window controls over the top left corner of the page. */
export const hasTrafficLights = isMac && bridge.host === 'electron';

function detectPlatform(navigatorPlatform: string): string {
  if (/Mac|iPhone|iPad/.test(navigatorPlatform)) return 'darwin';
  return navigatorPlatform.startsWith('Win') ? 'win32' : 'other';
}
