import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { getUnfinishedPath, replacePrivateFile } from './private-files.ts';

/**
 * Stores the HTML of the overview as the window last showed it. The file exists only while no host has the data folder open, so
 * it cannot outlive data that is deleted. Throws the errors of the file system.
 */
export function keepLastOverview(dataDir: string, html: string): void {
  replacePrivateFile(getPath(dataDir), html);
}

/** Returns the overview that was stored, and deletes it. Returns null if there is none, or if that fails. */
export function takeLastOverview(dataDir: string): string | null {
  try {
    rmSync(getUnfinishedPath(getPath(dataDir)), { force: true });
    const html = readFileSync(getPath(dataDir), 'utf8');
    rmSync(getPath(dataDir));
    return html;
  } catch {
    return null;
  }
}

const getPath = (dataDir: string) => join(dataDir, 'last-overview.html');
