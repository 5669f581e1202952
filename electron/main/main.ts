import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, dialog, powerMonitor, session, utilityProcess } from 'electron';
import { DataFolderError, openDataFolder, type DataFolder } from '../service/open-data-folder.ts';
import type { OpenedService } from '../service/open-service.ts';
import { getDefaultDataDir, appId } from '../service/platform/files/app-paths.ts';
import type { StartProcess } from '../service/platform/processes/start-process.ts';
import type { SettingsWriter } from '../service/platform/settings/settings-file.ts';
import type { Service } from '../service/service.ts';
import { registerBridgeHandlers } from './bridge-handlers.ts';
import { closeServiceOnQuit } from './close-service-on-quit.ts';
import { findRefusal } from './find-refusal.ts';
import { createPageCompleter, keepOverviewOnQuit } from './last-overview.ts';
import { handleUncaughtErrors, logError } from './log-error.ts';
import { replaceDefaultMenu, setUpMenu } from './menu.ts';
import { setUpOpenedItems } from './opened-items.ts';
import { removePrivateCopies } from './private-copies.ts';
import { restrictPermissions, restrictWebContents } from './restrict-web-contents.ts';
import { setUpRunningWork } from './running-work.ts';
import { registerScheme, serveScheme } from './scheme.ts';
import { setUpSpelling } from './spelling.ts';
import { setUpUpdates } from './updates.ts';
import { setUpWindowLock } from './window-lock.ts';
import { setUpWindows, showWindow } from './window.ts';

const hasSwitch = (name: string) => app.commandLine.hasSwitch(name);
const refusal = app.isPackaged ? findRefusal(hasSwitch, process.getuid?.() === 0) : undefined;
if (refusal?.isUrgent) refuseToStart(refusal.reason);
// Root cannot use the sandbox. Tests that run as root start the application with this switch.
if (!hasSwitch('no-sandbox')) app.enableSandbox();
if (process.platform === 'win32') app.setAppUserModelId(appId);
const dataDir = setUpDataFolder();
let closeService: () => Promise<void> = async () => {};
handleUncaughtErrors(() => closeService());
registerScheme();
replaceDefaultMenu();
restrictWebContents();
const openedItems = setUpOpenedItems();

// Not awaited, because the application cannot become ready while an ES module awaits at its top level.
if (setUpSingleInstance()) app.whenReady().then(openApp).catch(exitWithError);

/**
 * Opens the window first. The service starts while another process runs the scripts of the page; starting it earlier would
 * delay them. The requests of the page wait for it.
 */
async function openApp(): Promise<void> {
  if (refusal) return refuseToStart(refusal.reason);
  const folder = openDataFolder(dataDir);
  const { settings } = folder;
  restrictPermissions(settings);
  const needs = new EventTarget();
  const allowStart = () => needs.dispatchEvent(new Event('service'));
  const opened = once(needs, 'service').then(() => startService(folder));
  opened.then(startServiceClients).catch(exitWithError);
  const service = opened.then((result) => result.service);
  closeService = async () => {
    allowStart();
    await (await opened).close();
  };
  closeServiceOnQuit(app, closeService, logError);
  keepOverviewOnQuit(dataDir);
  serveScheme(service, createPageCompleter(folder.lastOverview), allowStart);
  removePrivateCopies(dataDir);
  registerBridgeHandlers({ dataDir, service, takeOpenedPath: openedItems.takePath });
  setUpWindowLock(service, openedItems.hold);
  const { keepOpen, isBusy } = setUpRunningWork(service, settings);
  const opening = setUpWindows(settings, setUpSpelling(), keepOpen);
  setUpMenu(); // while another process starts for the page
  await opening;
  allowStart();
  const setUpRest = ({ resume }: Service) => {
    powerMonitor.on('resume', resume);
    setUpUpdates(isBusy).catch(logError);
  };
  service.then(setUpRest, () => {}); // `opened` reports the error
}

async function startService(folder: DataFolder): Promise<OpenedService> {
  const { openService } = await import('../service/open-service.ts');
  return openService({ startProcess: startUtilityProcess, openSettings, askSystemProxies, measureIdleMs }, folder);
}

/** Loads the parts of the main process that use the service, beside the first requests of the page. */
async function startServiceClients({ service }: OpenedService): Promise<void> {
  const [{ setUpBadge }, { setUpFileDrags }] = await Promise.all([import('./badge.ts'), import('./file-drags.ts')]);
  setUpFileDrags(service, dataDir);
  setUpBadge(service);
}

/** Loads electron-store after the window has opened: it loads a schema compiler. */
async function openSettings(folder: string): Promise<SettingsWriter> {
  const { default: ElectronStore } = await import('electron-store');
  return new ElectronStore({ cwd: folder, name: 'settings', configFileMode: 0o600 });
}

function askSystemProxies(origin: string): Promise<string> {
  return session.defaultSession.resolveProxy(origin);
}

function measureIdleMs(): number {
  return powerMonitor.getSystemIdleTime() * 1000;
}

/**
 * Returns the data folder: `--user-data-dir`, else SWITCHBOARD_DATA, else the user's own. Chromium's own data is stored in
 * a folder inside, apart from the data that is worth a backup.
 */
function setUpDataFolder(): string {
  const folder = resolve(app.commandLine.getSwitchValue('user-data-dir') || getDefaultDataDir());
  app.setPath('userData', folder);
  app.setPath('sessionData', join(folder, 'chromium'));
  return folder;
}

/** Returns false and quits if the application already runs for this data folder. The running one shows its window. */
function setUpSingleInstance(): boolean {
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return false;
  }
  app.on('second-instance', showWindow);
  return true;
}

/** Logs and shows why the application could not start, and exits. */
function exitWithError(error: unknown): void {
  if (error instanceof DataFolderError) return refuseToStart(error.message);
  logError(error);
  showAndExit(error instanceof Error ? error.message : String(error));
}

/** Is not logged, because the data folder, where the log is, is not known yet or cannot be used. */
function refuseToStart(reason: string): void {
  console.error(reason);
  showAndExit(reason);
}

function showAndExit(reason: string): void {
  dialog.showErrorBox('Switchboard could not start', reason);
  app.exit(1);
}

/** Starts a child process with Electron, whose executable cannot run as Node in an installed application. */
const startUtilityProcess: StartProcess = ({ name, entry, args, onMessage, onExit }) => {
  const child = utilityProcess.fork(fileURLToPath(entry), [...args], { serviceName: name, stdio: 'ignore' });
  const kill = () => {
    // `child.kill` sends a signal that the process ignores, because a terminal sends it too.
    if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL');
  };
  let isKilled = false;
  child.on('spawn', () => isKilled && kill());
  child.on('message', onMessage);
  child.once('exit', (code) => onExit(new Error(`The process ended with code ${code}.`)));
  return {
    send: (message) => child.postMessage(message),
    kill: () => {
      isKilled = true;
      kill();
    },
    // Electron runs until it quits, with or without child processes.
    ref: () => {},
    unref: () => {},
  };
};
