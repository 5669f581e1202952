import { bridgeName, type Bridge } from '../shared/bridge.ts';

/** What a plain browser can do of it. */
const browserBridge: Bridge = {
  host: 'browser',
  platform: detectPlatform(navigator.platform),
  revealDataFolder: () => Promise.resolve(false),
  openPdf: (address) => {
    window.open(address, '_blank', 'noopener');
    return Promise.resolve(true);
  },
  getOpenAtLogin: () => Promise.resolve(null),
  setOpenAtLogin: () => Promise.resolve(null),
  systemLocale: undefined,
  onCommand: () => () => {},
  onOpenLink: () => () => {}, // its links are addresses of the page itself
};

// The preload exposes its functions on the global object, which the compiler cannot know.
const preloadBridge = (globalThis as { readonly [bridgeName]?: Bridge })[bridgeName];

export const bridge: Bridge = preloadBridge ?? browserBridge;

export const isMac = bridge.platform === 'darwin';

/** macOS draws its window controls over the top left corner of the page. */
export const hasTrafficLights = isMac && bridge.host === 'electron';

function detectPlatform(name: string): string {
  if (/Mac|iPhone|iPad/.test(name)) return 'darwin';
  return name.startsWith('Win') ? 'win32' : 'other';
}
