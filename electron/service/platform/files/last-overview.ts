import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Stores the HTML of the overview as the window last showed it. The file exists only while no host has the data folder open, so
 * it cannot outlive data that is deleted. Throws the errors of the file system; no part of it is then left under its name.
 */
export function keepLastOverview(dataDir: string, html: string): void {
  const unfinished = `${getPath(dataDir)}.new`;
  try {
    writeFileSync(unfinished, html, { mode: 0o600 });
    renameSync(unfinished, getPath(dataDir));
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

/** Returns the overview that was stored, and deletes it. Returns null if there is none, or if that fails. */
export function takeLastOverview(dataDir: string): string | null {
  try {
    rmSync(`${getPath(dataDir)}.new`, { force: true });
    const html = readFileSync(getPath(dataDir), 'utf8');
    rmSync(getPath(dataDir));
    return html;
  } catch {
    return null;
  }
}

const getPath = (dataDir: string) => join(dataDir, 'last-overview.html');
