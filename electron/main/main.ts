import { app } from 'electron';
import { answerBridge } from './answer-bridge.ts';
import { useDataFolder } from './data-folder.ts';
import { setUpDeepLinks } from './deep-link.ts';
import { denyPermissions, guardContents } from './guard-contents.ts';
import { setUpMenu } from './menu.ts';
import { openProgram } from './open-program.ts';
import { quitCleanly } from './quit-cleanly.ts';
import { registerScheme, serveScheme } from './scheme.ts';
import { setUpSingleInstance } from './single-instance.ts';
import { tellFailure } from './tell-failure.ts';
import { setUpWindows } from './window.ts';

const dataDir = useDataFolder();
registerScheme();
guardContents();
setUpDeepLinks();

// An ES module that awaited `whenReady` at its top level would never become ready.
if (setUpSingleInstance()) app.whenReady().then(openApp).catch(tellFailure);

async function openApp(): Promise<void> {
  denyPermissions();
  const program = await openProgram(dataDir);
  quitCleanly(program);
  serveScheme(program.service);
  answerBridge(dataDir, program.service);
  setUpMenu();
  await setUpWindows(program.settings);
}
