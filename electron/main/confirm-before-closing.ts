import { dialog, type BrowserWindow } from 'electron';
import { isWindowLocked } from './window-lock.ts';

/**
 * Asks for confirmation if the page prevents closing because uploads are running. Electron itself shows no dialog. The page of a
 * locked window is replaced without a question.
 */
export function confirmBeforeClosing(window: BrowserWindow): void {
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
