import { app } from 'electron';
import { registerBridgeHandlers } from './bridge-handlers.ts';
import { setUpDataFolder } from './data-folder.ts';
import { setUpDeepLinks } from './deep-links.ts';
import { restrictPermissions, restrictWebContents } from './restrict-web-contents.ts';
import { setUpMenu } from './menu.ts';
import { openDesktopService } from './desktop-service.ts';
import { closeServiceOnQuit } from './close-service-on-quit.ts';
import { registerScheme, serveScheme } from './scheme.ts';
import { setUpSingleInstance } from './single-instance.ts';
import { exitWithError } from './exit-with-error.ts';
import { setUpWindows } from './window.ts';

const dataDir = setUpDataFolder();
registerScheme();
restrictWebContents();
setUpDeepLinks();

// A top-level await would deadlock: Electron emits `ready` only after the entry module has been evaluated.
if (setUpSingleInstance()) app.whenReady().then(openApp).catch(exitWithError);

async function openApp(): Promise<void> {
  restrictPermissions();
  const desktop = await openDesktopService(dataDir);
  closeServiceOnQuit(desktop);
  serveScheme(desktop.service);
  registerBridgeHandlers(dataDir, desktop.service);
  setUpMenu();
  await setUpWindows(desktop.settings);
}
