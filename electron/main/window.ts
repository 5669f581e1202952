import { fileURLToPath } from 'node:url';
import { app, BrowserWindow, nativeTheme, screen, dialog } from 'electron';
import { localeArgumentPrefix, spellingArgument } from '../../shared/window/bridge.ts';
import { readSettings } from '../service/platform/settings/settings-store.ts';
import type { SettingsStore } from '../service/service.ts';
import { showTextMenu } from './context-menu.ts';
import { logError } from './log-error.ts';
import { recoverPage } from './recover-page.ts';
import { windowOrigin } from './scheme.ts';
import { isWindowLocked } from './window-lock.ts';
import { restoreWindowState, type WindowState } from './window-state.ts';

/** The background of the page, so that the window does not flash before the first paint. */
const backgroundColors = { light: '#fbfcfe', dark: '#0d0f13' };

const isMac = process.platform === 'darwin';

const windowStateKey = 'window';

let openAnotherWindow: (() => Promise<void>) | null = null;

/** Opens the window. Calls `onOpen` with each window before its page is loaded. On macOS the application runs without one, too. */
export async function setUpWindows(
  settings: SettingsStore,
  checksSpelling: boolean,
  onOpen: (window: BrowserWindow) => void,
): Promise<void> {
  app.on('window-all-closed', () => {
    if (!isMac) app.quit();
  });
  app.on('will-quit', () => (openAnotherWindow = null));
  app.on('activate', showWindow);
  openAnotherWindow = () => openWindow(settings, checksSpelling, onOpen);
  await openAnotherWindow();
}

/** Shows the window if it is hidden or minimized, and gives it the focus. Opens it if it was closed. */
export function showWindow(): void {
  const [window] = BrowserWindow.getAllWindows();
  if (!window) return void openAnotherWindow?.().catch(logError);
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

async function openWindow(
  settings: SettingsStore,
  checksSpelling: boolean,
  onOpen: (window: BrowserWindow) => void,
): Promise<void> {
  nativeTheme.themeSource = readSettings(settings).theme;
  const workAreas = screen.getAllDisplays().map((display) => display.workArea);
  const state = restoreWindowState(settings.get(windowStateKey), workAreas);
  const window = new BrowserWindow({
    width: 1240,
    height: 800,
    ...(state && { x: state.x, y: state.y, width: state.width, height: state.height }),
    minWidth: 720,
    minHeight: 480,
    show: false,
    ...(isMac && { titleBarStyle: 'hiddenInset' as const }),
    title: 'Switchboard',
    backgroundColor: nativeTheme.shouldUseDarkColors ? backgroundColors.dark : backgroundColors.light,
    webPreferences: {
      preload: fileURLToPath(new URL('../preload.cjs', import.meta.url)),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: checksSpelling,
      additionalArguments: [
        `${localeArgumentPrefix}${app.getSystemLocale()}`,
        ...(checksSpelling ? [spellingArgument] : []),
      ],
    },
  });
  if (state?.isMaximized) window.maximize();
  confirmBeforeClosing(window);
  recoverPage(window);
  showTextMenu(window);
  onOpen(window);
  window.once('ready-to-show', () => window.show());
  window.on('close', () => saveWindowState(settings, window));
  await loadPage(window);
}

/** Throws if the page cannot be loaded, unless the window was closed meanwhile. */
async function loadPage(window: BrowserWindow): Promise<void> {
  let isClosing = false;
  window.once('close', () => (isClosing = true));
  try {
    await window.loadURL(`${windowOrigin}/`);
  } catch (error) {
    if (!isClosing && !window.isDestroyed()) throw error;
  }
}

/** Saves the bounds of the window, which closes even if that fails. */
function saveWindowState(settings: SettingsStore, window: BrowserWindow): void {
  const state: WindowState = { ...window.getNormalBounds(), isMaximized: window.isMaximized() };
  try {
    settings.set(windowStateKey, state);
  } catch (error) {
    logError(error);
  }
}

/**
 * Asks for confirmation if the page prevents closing because uploads are running. Electron itself shows no dialog. The page of a
 * locked window is replaced without a question.
 */
function confirmBeforeClosing(window: BrowserWindow): void {
  window.webContents.on('will-prevent-unload', (event) => {
    if (isWindowLocked()) return event.preventDefault();
    window.show(); // it may be hidden while work is running
    const choice = dialog.showMessageBoxSync(window, {
      type: 'question',
      message: 'Stop uploads?',
      detail:
        'Files that have not been uploaded yet will not be added. Files that have been uploaded are kept and processed.',
      buttons: ['Cancel', 'Stop and close'],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    });
    if (choice === 1) event.preventDefault();
  });
}
