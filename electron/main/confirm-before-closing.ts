import { dialog, type BrowserWindow } from 'electron';

/** Asks for confirmation if the page prevents closing because uploads are running. Electron itself shows no dialog. */
export function confirmBeforeClosing(window: BrowserWindow): void {
  window.webContents.on('will-prevent-unload', (event) => {
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
