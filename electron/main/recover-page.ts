import { app, dialog, type BrowserWindow, type WebContents } from 'electron';
import { logError } from './log-error.ts';

/** After this many crashes within a minute, the page is not loaded again without asking. */
const maxCrashes = 3;
const crashWindowMs = 60_000;

const keptDetail = 'Everything that was saved is kept, and calls and documents continue.';

/**
 * Loads the page of a window again at its address if its process ends, and offers to if it does not respond. What was saved,
 * drafts included, is kept; uploads that had not been sent are lost.
 */
export function recoverPage(window: BrowserWindow): void {
  let crashTimes: number[] = [];
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    logError(`The process of the window ended: ${reason} (${exitCode}).`);
    crashTimes = [...crashTimes.filter((time) => Date.now() - time < crashWindowMs), Date.now()];
    if (crashTimes.length < maxCrashes) return window.webContents.reload();
    crashTimes = [];
    void askAfterCrashes(window);
  });

  let question: AbortController | null = null;
  window.on('unresponsive', () => {
    if (question) return;
    question = new AbortController();
    void askToReload(window, question.signal).then((isConfirmed) => {
      question = null;
      if (isConfirmed) window.webContents.forcefullyCrashRenderer(); // then the page is loaded again, see above
      return isConfirmed;
    });
  });
  window.on('responsive', () => question?.abort());
}

/** Asks until the page responds again. */
async function askToReload(window: BrowserWindow, signal: AbortSignal): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: 'The window does not respond',
    detail: `You can wait, or reload it. ${keptDetail}`,
    buttons: ['Wait', 'Reload'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
    signal,
  });
  return response === 1;
}

async function askAfterCrashes(window: BrowserWindow): Promise<void> {
  window.show(); // it may be hidden while work is running
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    message: 'The window closed unexpectedly',
    detail: `It happened several times in a minute. ${keptDetail}`,
    buttons: ['Reload', 'Quit'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  if (response === 1) app.quit();
  else window.webContents.reload();
}

/** Calls the listener when another page replaces a window's page, also after a reload, and when the process of the page ends. */
export function onPageGone(contents: WebContents, listener: () => void): void {
  contents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (isMainFrame && !isSameDocument) listener();
  });
  contents.on('render-process-gone', listener);
}
