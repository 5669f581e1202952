import { app, dialog } from 'electron';
import { DataFolderError } from '../service/platform/files/data-folder-lock.ts';

/** Shows an error dialog because the application could not start, then exits with code 1. */
export function exitWithError(error: unknown): void {
  const isExpected = error instanceof DataFolderError;
  console.error(isExpected ? error.message : error);
  const detail = error instanceof Error ? error.message : String(error);
  dialog.showErrorBox('Switchboard could not start', detail);
  app.exit(1);
}
