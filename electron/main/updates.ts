import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { app, BrowserWindow, dialog } from 'electron';
import { logError } from './log-error.ts';
import { offerUpdate, type UpdateQuestion } from './offer-update.ts';

const checkIntervalMs = 24 * 60 * 60 * 1000;

/** How often it is checked whether a day has passed, because timers are late after the computer has slept. */
const timerIntervalMs = 60 * 60 * 1000;

/** Looks for updates at the start and then daily, if the build has named a feed. */
export async function setUpUpdates(isBusy: () => boolean): Promise<void> {
  const feedPath = findFeed();
  if (!feedPath) return;
  const { default: electronUpdater } = await import('electron-updater');
  const updater = electronUpdater.autoUpdater;
  updater.updateConfigPath = feedPath;
  updater.forceDevUpdateConfig = true; // even if Electron's own executable runs the archive
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.disableWebInstaller = true;
  updater.requestHeaders = { 'x-user-staging-id': '' }; // otherwise an id of this installation
  updater.logger = null;
  if (updater instanceof electronUpdater.NsisUpdater) {
    const { verifyPublisher } = await import('./verify-publisher.ts');
    updater.verifyUpdateCodeSignature = verifyPublisher;
  }
  const canVerify = process.platform !== 'linux';
  const options = { updater, currentVersion: app.getVersion(), canVerify, isBusy, ask };
  let knownVersion: string | undefined;
  let checkedAtMs = 0;
  const check = async () => {
    if (Math.abs(Date.now() - checkedAtMs) < checkIntervalMs) return;
    checkedAtMs = Date.now();
    try {
      knownVersion = await offerUpdate(options, knownVersion);
    } catch (error) {
      logError(`Updates could not be checked: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  setInterval(() => void check(), timerIntervalMs).unref();
  await check();
}

/** Returns the file that names the update feed. It is beside the archive of the application. */
function findFeed(): string | undefined {
  const archive = app.getAppPath();
  const path = join(archive, '..', 'app-update.yml');
  return archive.endsWith('.asar') && existsSync(path) ? path : undefined;
}

async function ask({ message, detail, accept, decline }: UpdateQuestion): Promise<boolean> {
  const buttons = decline === undefined ? [accept] : [accept, decline];
  const options = { type: 'info' as const, message, detail, buttons, cancelId: buttons.length - 1, noLink: true };
  const [window] = BrowserWindow.getAllWindows();
  const { response } = await (window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options));
  return response === 0;
}
