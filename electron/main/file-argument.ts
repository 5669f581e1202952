import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The scheme of a URL has two characters at least: one character is the drive of a path in Windows. */
const urlPattern = /^[a-z][a-z\d+.-]+:/i;

/** Linux's file managers pass files as URLs. The name of a host is refused: Windows would sign in to it. */
const localFilePattern = /^file:\/\/\//i;

/**
 * Returns the absolute path of a file with which the application was started, or null for a switch and for any other URL: a
 * link from a web page must not name a file, as `switchboard://../contract.pdf` would if it were a path.
 */
export function resolveFileArgument(argument: string, workingDirectory: string): string | null {
  if (localFilePattern.test(argument)) return parseFileUrl(argument);
  return argument.startsWith('-') || urlPattern.test(argument) ? null : resolve(workingDirectory, argument);
}

function parseFileUrl(url: string): string | null {
  try {
    return fileURLToPath(url);
  } catch {
    return null;
  }
}
