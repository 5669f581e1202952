import { app, BrowserWindow } from 'electron';

/** False where this program runs already for the same data folder; that one then shows its window, and this one quits. */
export function setUpSingleInstance(): boolean {
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return false;
  }
  app.on('second-instance', () => {
    const [window] = BrowserWindow.getAllWindows();
    if (window?.isMinimized()) window.restore();
    window?.focus();
  });
  return true;
}
