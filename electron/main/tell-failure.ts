import { app, dialog } from 'electron';
import { DataFolderError } from '../service/platform/files/data-folder-lock.ts';

/** The program could not be opened: says why, where a person sees it, and ends. */
export function exitWithError(error: unknown): void {
  const isExpected = error instanceof DataFolderError;
  console.error(isExpected ? error.message : error);
  const detail = error instanceof Error ? error.message : String(error);
  dialog.showErrorBox('Switchboard cannot be opened', detail);
  app.exit(1);
}
