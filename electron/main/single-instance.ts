import { app, BrowserWindow } from 'electron';

/**
 * Returns false and quits if another instance uses the same data folder. That instance then focuses its window.
 */
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
