import { dialog, type BrowserWindow } from 'electron';

/** A page that would lose uploads holds back its closing; Electron stays silent about it, so this asks. */
export function confirmBeforeClosing(window: BrowserWindow): void {
  window.webContents.on('will-prevent-unload', (event) => {
    const choice = dialog.showMessageBoxSync(window, {
      type: 'question',
      message: 'Stop the uploads?',
      detail: 'Files that have not been uploaded yet are not added. What was uploaded is kept and read further.',
      buttons: ['Stay', 'Stop and close'],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    });
    if (choice === 1) event.preventDefault();
  });
}
