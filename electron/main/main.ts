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
import { exitWithError } from './tell-failure.ts';
import { setUpWindows } from './window.ts';

const dataDir = setUpDataFolder();
registerScheme();
restrictWebContents();
setUpDeepLinks();

// An ES module that awaited `whenReady` at its top level would never become ready.
if (setUpSingleInstance()) app.whenReady().then(openApp).catch(exitWithError);

async function openApp(): Promise<void> {
  restrictPermissions();
  const program = await openDesktopService(dataDir);
  closeServiceOnQuit(program);
  serveScheme(program.service);
  registerBridgeHandlers(dataDir, program.service);
  setUpMenu();
  await setUpWindows(program.settings);
}
